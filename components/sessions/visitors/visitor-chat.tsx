"use client";

import { useQueryClient } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { useEffect } from "react";
import { ErrorState } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { errorMessage } from "@/lib/api/api-error";
import { shares } from "@/lib/contract/shares/calls";
import type { SharedApp } from "@/lib/contract/shares/schemas";
import { Composer } from "../composer/composer";
import { ChatSkeleton } from "../conversation/chat-skeleton";
import { SessionBeginning } from "../conversation/session-beginning";
import { useConversation } from "../conversation/use-conversation";
import { ProcessBar } from "../process/process-bar";
import { SessionThread } from "../thread/session-thread";

interface VisitorChatProps {
  slug: string;
  sessionId: string;
  app: SharedApp;
  /** Starts another conversation. */
  onNew(): void;
}

/** Thread and composer of a visitor's conversation. */
export function VisitorChat({ slug, sessionId, app, onNew }: VisitorChatProps) {
  const conversation = useConversation(slug, sessionId);
  const { session, status, running, awaitsInput, loading, error, reload, send, sendStarter, stop } = conversation;
  const data = session.data?.session;
  const queryClient = useQueryClient();
  const { refusedReason } = conversation;
  // If the stream is refused, the link may no longer be valid: reload it.
  useEffect(() => {
    if (refusedReason) void queryClient.invalidateQueries({ queryKey: [shares.get.resource] });
  }, [refusedReason, queryClient]);
  if (error) return <ErrorState message={errorMessage(error)} onRetry={reload} />;
  if (loading || !data) return <ChatSkeleton />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionThread
        conversation={conversation}
        empty={
          <SessionBeginning
            slug={slug}
            session={data}
            welcome={app.welcomeText}
            starters={app.conversationStarters}
            onChoose={sendStarter}
          />
        }
      />
      {status === "completed" ? (
        <div className="mx-auto flex w-full max-w-chat flex-wrap items-center justify-center gap-3 px-4 py-3 text-muted text-secondary">
          <p>This {data.appType === "process" ? "process" : "session"} is complete.</p>
          <Button size="sm" variant="outline" onClick={onNew}>
            <MessageSquarePlus /> New session
          </Button>
        </div>
      ) : data.appType === "process" ? (
        <ProcessBar slug={slug} session={data} conversation={conversation} />
      ) : (
        <Composer
          slug={slug}
          sessionId={sessionId}
          running={running || awaitsInput}
          onSend={send}
          onStop={() => void stop()}
        />
      )}
    </div>
  );
}
