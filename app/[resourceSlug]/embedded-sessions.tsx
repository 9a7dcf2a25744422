"use client";

import type { ReactNode } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { EmbeddedSessionContext } from "@/context/embedded-session";

const EmbeddedSession = lazyPart(
  async () => (await import("@/components/sessions/conversation/embedded-session")).EmbeddedSession,
);

const renderSession = (slug: string, sessionId: string) => (
  <Lazy fallback={<Skeleton className="h-full" />}>
    <EmbeddedSession key={sessionId} slug={slug} sessionId={sessionId} />
  </Lazy>
);

/** Lets the pages of a team show sessions, whose code is loaded on demand. */
export const EmbeddedSessions = ({ children }: { children: ReactNode }) => (
  <EmbeddedSessionContext value={renderSession}>{children}</EmbeddedSessionContext>
);
