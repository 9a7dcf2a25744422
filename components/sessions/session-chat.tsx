"use client";

import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessage } from "@/lib/api/api-error";
import { Composer } from "./composer";
import { SessionThread } from "./session-thread";
import type { useConversation } from "./use-conversation";

interface SessionChatProps {
  slug: string;
  sessionId: string;
  conversation: ReturnType<typeof useConversation>;
}

/** Thread and composer of one session. */
export function SessionChat({ slug, sessionId, conversation }: SessionChatProps) {
  const { session, log, status, running, loading, error, reload, older, actions } = conversation;
  if (loading) return <ChatSkeleton />;
  const data = session.data?.session;
  if (error || !data) return <ErrorState message={errorMessage(error)} onRetry={reload} />;
  const starters = data.app?.conversationStarters ?? [];
  const completed = status === "completed";
  const empty = (
    <div className="flex flex-col items-center gap-5 py-10 text-center">
      <div className="space-y-1">
        <h2 className="font-semibold text-section">{data.agentName ?? data.appName}</h2>
        <p className="text-muted text-secondary">
          Write a message to begin. The answer is kept while it is written, even if you leave.
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {starters.map((starter) => (
          <Button
            key={starter}
            variant="outline"
            size="sm"
            className="h-auto whitespace-normal py-1.5 text-left"
            onClick={() => void actions.send(starter, [])}
          >
            {starter}
          </Button>
        ))}
      </div>
    </div>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionThread log={log} running={running} older={older} empty={empty} actions={{ ...actions, idle: !running }} />
      <Composer
        key={sessionId}
        slug={slug}
        sessionId={sessionId}
        running={running}
        closed={
          completed
            ? `This conversation is complete: it has reached its ${data.app?.maxMessages ?? ""} messages.`
            : undefined
        }
        onSend={actions.send}
        onStop={() => void actions.stop()}
      />
    </div>
  );
}

function ChatSkeleton() {
  return (
    <div aria-hidden className="mx-auto w-full max-w-chat flex-1 space-y-6 px-4 py-6">
      <Skeleton className="ml-auto h-10 w-2/3" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="ml-auto h-10 w-1/2" />
    </div>
  );
}
