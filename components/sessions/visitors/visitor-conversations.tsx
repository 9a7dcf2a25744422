"use client";

import { useEffect, useState } from "react";
import { ErrorState } from "@/components/shared/status/error-state";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { errorMessage } from "@/lib/api/api-error";
import { visitorToken } from "@/lib/api/tokens/visitor-token";
import { accounts } from "@/lib/contract/accounts/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import type { SharedApp } from "@/lib/contract/shares/schemas";
import { ChatSkeleton } from "../conversation/chat-skeleton";
import { VisitorChat } from "./visitor-chat";
import { VisitorHeader } from "./visitor-header";
import { VisitorValues } from "./visitor-values";

type Values = Record<string, string>;

/** The visitor's conversations with the app: opens the newest, or starts the first. */
export function VisitorConversations({ slug, app }: { slug: string; app: SharedApp }) {
  const { shareId, appId } = app;
  const stored = visitorToken(shareId);
  const token = useStoredValue(stored);
  const me = useEndpoint(accounts.get, { query: {}, enabled: Boolean(token), navigate: false });
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState(false);
  const add = useAction(sessions.add, {
    navigate: false,
    invalidate: [accounts.get.resource],
    onError: () => true,
    onSuccess: ({ _id, visitorToken: given }) => {
      if (given) stored.set(given);
      setChosen(_id);
      setAsking(false);
    },
  });
  const asksFirst = app.variables.length > 0;
  const begin = (variables?: Values) =>
    add.run({ params: { resourceSlug: slug }, body: { id: appId, shareId, variables } });

  const own = (token && me.data?.visitor?.sessions) || [];
  const current = chosen ?? own[0]?._id;
  const known = token === null || (token !== undefined && !me.isPending);
  const first = known && !current;
  const { run } = add;
  // Starts a conversation if this browser has none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is another one each time, and a visit begins but one
  useEffect(() => {
    if (first && !asksFirst) void run({ params: { resourceSlug: slug }, body: { id: appId, shareId } });
  }, [first, asksFirst, slug, appId, shareId]);

  const main = () => {
    if (asking || (first && asksFirst))
      return (
        <VisitorValues
          app={app}
          pending={add.pending}
          error={add.error}
          onSubmit={begin}
          onCancel={current ? () => setAsking(false) : undefined}
        />
      );
    if (current) return <VisitorChat key={current} slug={slug} sessionId={current} onAgain={again} />;
    return add.error ? <ErrorState message={errorMessage(add.error)} onRetry={() => void begin()} /> : <ChatSkeleton />;
  };
  const again = () => (asksFirst ? setAsking(true) : void begin());
  return (
    <>
      <VisitorHeader
        app={app}
        sessions={own}
        current={asking ? undefined : current}
        pending={add.pending}
        onChoose={(id) => {
          setAsking(false);
          setChosen(id);
        }}
        onNew={again}
        onLook={() => void me.refetch()}
      />
      {add.error && current && !asking && (
        <p role="alert" className="mx-auto w-full max-w-chat px-4 pt-3 text-danger text-secondary">
          {errorMessage(add.error)}
        </p>
      )}
      {main()}
    </>
  );
}
