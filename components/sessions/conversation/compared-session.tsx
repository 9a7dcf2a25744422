"use client";

import { useEffect, useRef } from "react";
import type { ComparedMessage } from "@/context/embedded-parts";
import type { Session } from "@/lib/contract/sessions/schemas";
import { formatCost, formatCount, formatDuration } from "@/lib/utils/text/format-figures";
import { SessionThread } from "../thread/session-thread";
import { ChatSkeleton } from "./chat-skeleton";
import { SessionError } from "./session-error";
import { type Conversation, useConversation } from "./use-conversation";

/** The time of the last answer, and what all have cost. */
function describeAnswers({ messages }: Conversation["log"], { usage }: Session): string | undefined {
  const answer = messages.findLast(({ role }) => role === "assistant");
  const asked = messages.findLast(({ role }) => role === "user");
  const ms = answer && asked ? Date.parse(answer.ts) - Date.parse(asked.ts) : -1;
  if (ms < 0) return undefined;
  const { inputTokens, outputTokens, costUsd } = usage;
  return `${formatDuration(ms)} · ${formatCount(inputTokens + outputTokens)} tokens · ${formatCost(costUsd)}`;
}

interface ComparedSessionProps {
  slug: string;
  sessionId: string;
  /** The last message of the shared box, which is sent once. */
  message: ComparedMessage;
}

/** A session without a composer, beside another that gets the same messages. */
export function ComparedSession({ slug, sessionId, message }: ComparedSessionProps) {
  const conversation = useConversation(slug, sessionId);
  const { session, loading, error, reload, running, log, sendStarter } = conversation;
  const sentId = useRef(0);
  useEffect(() => {
    if (loading || sentId.current === message.id) return;
    sentId.current = message.id;
    sendStarter(message.text);
  }, [loading, message, sendStarter]);
  if (loading) return <ChatSkeleton />;
  if (error || !session.data) return <SessionError slug={slug} error={error} onRetry={reload} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SessionThread conversation={conversation} empty={null} />
      <p role="status" className="border-t px-3 py-2 text-label text-muted tabular-nums">
        {running ? "Answering…" : (describeAnswers(log, session.data.session) ?? "No answer yet.")}
      </p>
    </div>
  );
}
