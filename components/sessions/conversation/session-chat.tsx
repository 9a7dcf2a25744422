"use client";

import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { Composer } from "../composer/composer";
import { ProcessBar } from "../process/process-bar";
import { SessionInputs } from "../thread/session-inputs";
import { SessionThread } from "../thread/session-thread";
import { ChatSkeleton } from "./chat-skeleton";
import { CompletedNote } from "./completed-note";
import { EarlierRevisions } from "./earlier-revisions";
import { needsValues, SessionBeginning } from "./session-beginning";
import { SessionError } from "./session-error";

import type { Conversation } from "./use-conversation";

const ProcessTasks = lazyPart(async () => (await import("../process/process-tasks")).ProcessTasks);

interface SessionChatProps {
  slug: string;
  sessionId: string;
  conversation: Conversation;
}

/** Thread and composer of one session. */
export function SessionChat({ slug, sessionId, conversation }: SessionChatProps) {
  const { session, status, running, awaitsInput, loading, error, reload, send, sendStarter, stop } = conversation;
  if (loading) return <ChatSkeleton />;
  const data = session.data?.session;
  if (error || !data) return <SessionError slug={slug} error={error} onRetry={reload} />;
  const processTasks = data.appType === "process" && data.appId && data.app?.exists && (
    <Lazy fallback={<Skeleton className="h-40 rounded-card" />}>
      <ProcessTasks slug={slug} appId={data.appId} />
    </Lazy>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EarlierRevisions slug={slug} session={data} />
      {(running || data.lastRun) && <SessionInputs session={data} />}
      <SessionThread
        conversation={conversation}
        empty={<SessionBeginning slug={slug} session={data} onChoose={sendStarter} below={processTasks} />}
      />
      {needsValues(data) ? null : data.appType === "process" ? (
        <ProcessBar slug={slug} session={data} conversation={conversation} />
      ) : status === "completed" ? (
        <CompletedNote slug={slug} session={data} />
      ) : (
        <Composer
          key={sessionId}
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
