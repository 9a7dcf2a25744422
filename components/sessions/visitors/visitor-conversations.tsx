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

interface ConversationsProps {
  slug: string;
  app: SharedApp;
  /** A token with which a website says who the visitor is. */
  identity?: string | undefined;
}

/** The visitor's conversations with the app: opens the newest, or starts the first. */
export function VisitorConversations({ slug, app, identity }: ConversationsProps) {
  const { shareId, appId } = app;
  const stored = visitorToken(shareId);
  const token = useStoredValue(stored);
  const visitor = useEndpoint(accounts.get, { query: {}, enabled: Boolean(token), navigate: false });
  const [chosen, setChosen] = useState<string>();
  const [showsForm, setShowsForm] = useState(false);
  const add = useAction(sessions.add, {
    navigate: false,
    invalidate: [accounts.get.resource],
    onError: () => true,
    onSuccess: ({ _id, visitorToken: newToken }) => {
      if (newToken) stored.set(newToken);
      setChosen(_id);
      setShowsForm(false);
    },
  });
  const needsValues = app.variables.length > 0;
  const begin = (variables?: Values) =>
    add.run({ params: { resourceSlug: slug }, body: { id: appId, shareId, variables, identity } });

  const own = (token && visitor.data?.visitor?.sessions) || [];
  const current = chosen ?? own[0]?._id;
  const isLoaded = token === null || (token !== undefined && !visitor.isPending);
  const first = isLoaded && !current;
  const { run } = add;
  // Starts a conversation if this browser has none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` changes each render, and a visit starts only one
  useEffect(() => {
    if (first && !needsValues) void run({ params: { resourceSlug: slug }, body: { id: appId, shareId, identity } });
  }, [first, needsValues, slug, appId, shareId, identity]);

  const main = () => {
    if (showsForm || (first && needsValues))
      return (
        <VisitorValues
          app={app}
          pending={add.pending}
          error={add.error}
          onSubmit={begin}
          onCancel={current ? () => setShowsForm(false) : undefined}
        />
      );
    if (current) return <VisitorChat key={current} slug={slug} sessionId={current} app={app} onNew={startAnother} />;
    return add.error ? <ErrorState message={errorMessage(add.error)} onRetry={() => void begin()} /> : <ChatSkeleton />;
  };
  const startAnother = () => (needsValues ? setShowsForm(true) : void begin());
  return (
    <>
      <VisitorHeader
        app={app}
        sessions={own}
        current={showsForm ? undefined : current}
        pending={add.pending}
        onChoose={(id) => {
          setShowsForm(false);
          setChosen(id);
        }}
        onNew={startAnother}
        onOpenList={() => void visitor.refetch()}
      />
      {add.error && current && !showsForm && (
        <p role="alert" className="mx-auto w-full max-w-chat px-4 pt-3 text-danger text-secondary">
          {errorMessage(add.error)}
        </p>
      )}
      {main()}
    </>
  );
}
