"use client";

import { SessionChat } from "./session-chat";
import { useConversation } from "./use-conversation";

/** A session within another page, such as the live test of an app. */
export function EmbeddedSession({ slug, sessionId }: { slug: string; sessionId: string }) {
  const conversation = useConversation(slug, sessionId);
  return (
    <div className="flex h-[max(32rem,60dvh)] flex-col overflow-hidden rounded-card border bg-canvas">
      <SessionChat slug={slug} sessionId={sessionId} conversation={conversation} />
    </div>
  );
}
