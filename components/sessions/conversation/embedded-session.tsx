"use client";

import { SessionChat } from "./session-chat";
import { useConversation } from "./use-conversation";

/** A session within another page, such as the live test of an app. */
export function EmbeddedSession({ slug, sessionId }: { slug: string; sessionId: string }) {
  const conversation = useConversation(slug, sessionId);
  return (
    <div className="flex h-full flex-col overflow-hidden bg-canvas">
      <SessionChat slug={slug} sessionId={sessionId} conversation={conversation} />
    </div>
  );
}
