"use client";

import { useEffect } from "react";
import { useOpenSession } from "@/context/session";
import { SessionChat } from "./session-chat";
import { SessionError } from "./session-error";
import { SessionHeader } from "./session-header";
import { useConversation } from "./use-conversation";

/** The chat page of one session. */
export function SessionPage({ slug, sessionId }: { slug: string; sessionId: string }) {
  const conversation = useConversation(slug, sessionId);
  const { session, status, running, awaitsInput, error, reload, stop } = conversation;
  const { setSession } = useOpenSession();
  const data = session.data?.session;
  useEffect(() => {
    if (data) setSession({ ...data, appId: data.appId ?? "" });
  }, [data, setSession]);
  if (error) return <SessionError slug={slug} error={error} onRetry={reload} />;
  return (
    <div className="-m-4 md:-m-6 flex h-[calc(100%+2rem)] min-h-0 flex-col md:h-[calc(100%+3rem)]">
      {data && (
        <SessionHeader
          slug={slug}
          session={data}
          status={status}
          running={running || awaitsInput}
          view="chat"
          onStop={() => void stop()}
        />
      )}
      <SessionChat slug={slug} sessionId={sessionId} conversation={conversation} />
    </div>
  );
}
