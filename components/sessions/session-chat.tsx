"use client";

import { Button } from "@/components/ui/button";
import type { Session } from "@/lib/contract/sessions";
import { ChatSkeleton } from "./chat-skeleton";
import { CompletedNote } from "./completed-note";
import { Composer } from "./composer";
import { SessionError } from "./session-error";
import { SessionThread } from "./session-thread";
import type { Conversation } from "./use-conversation";

interface SessionChatProps {
  slug: string;
  sessionId: string;
  conversation: Conversation;
}

/** Thread and composer of one session. */
export function SessionChat({ slug, sessionId, conversation }: SessionChatProps) {
  const { session, status, running, asked, loading, error, reload, send, sendStarter, stop } = conversation;
  if (loading) return <ChatSkeleton />;
  const data = session.data?.session;
  if (error || !data) return <SessionError slug={slug} error={error} onRetry={reload} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionThread conversation={conversation} empty={<Beginning session={data} onChoose={sendStarter} />} />
      {status === "completed" ? (
        <CompletedNote slug={slug} session={data} />
      ) : (
        <Composer
          key={sessionId}
          slug={slug}
          sessionId={sessionId}
          running={running || asked}
          onSend={send}
          onStop={() => void stop()}
        />
      )}
    </div>
  );
}

function Beginning({ session, onChoose }: { session: Session; onChoose(text: string): void }) {
  const starters = session.app?.conversationStarters ?? [];
  return (
    <div className="flex flex-col items-center gap-5 py-10 text-center">
      <div className="max-w-full space-y-1">
        <h2 className="wrap-anywhere font-semibold text-section">{session.agentName ?? session.appName}</h2>
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
            onClick={() => onChoose(starter)}
          >
            {starter}
          </Button>
        ))}
      </div>
    </div>
  );
}
