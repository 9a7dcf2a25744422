"use client";

import { Markdown } from "@/components/shared/markdown/markdown";
import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { sessions } from "@/lib/contract/sessions/calls";
import { CopyAction } from "../message/message-actions";

interface EarlierVersionProps {
  place: { slug: string; sessionId: string };
  /** The message that replaced it. */
  messageId: string;
  /** From 1. */
  version: number;
  /** How many versions before the current one. */
  back: number;
}

/** An earlier version of a message with its answer. The session continues with the latest one. */
export function EarlierVersion({ place, messageId, version, back }: EarlierVersionProps) {
  const { data, error } = useEndpoint(sessions.versions, {
    params: { resourceSlug: place.slug, sessionId: place.sessionId },
    query: { messageId },
  });
  if (error) return <Banner tone="danger">{errorMessage(error)}</Banner>;
  if (!data) return <Skeleton className="h-24 w-full" />;
  const messages = data.versions.at(-back)?.messages ?? [];
  const answer = messages.find(({ role }) => role === "assistant");
  return (
    <section
      aria-label={`Version ${version}`}
      className="grid w-full gap-3 rounded-card border border-dashed p-4 text-left"
    >
      <p className="text-label text-muted">Earlier version. The session continues with the latest one.</p>
      <p dir="auto" className="whitespace-pre-wrap break-words text-muted text-secondary">
        {messages.find(({ role }) => role === "user")?.text}
      </p>
      {answer ? (
        <div className="grid gap-1">
          <Markdown text={answer.text} />
          <CopyAction text={answer.text} />
        </div>
      ) : (
        <p className="text-muted text-secondary italic">This version has no answer.</p>
      )}
    </section>
  );
}
