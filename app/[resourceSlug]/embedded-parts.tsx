"use client";

import type { ComponentProps, ReactNode } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { EmbeddedPartsContext } from "@/context/embedded-parts";

const Session = lazyPart(
  async () => (await import("@/components/sessions/conversation/embedded-session")).EmbeddedSession,
);
const Compared = lazyPart(
  async () => (await import("@/components/sessions/conversation/compared-session")).ComparedSession,
);
const TaskEditor = lazyPart(async () => (await import("@/components/tasks/task-editor")).TaskEditor);
const EvaluationTab = lazyPart(async () => (await import("@/components/evaluations/evaluation-tab")).EvaluationTab);

const parts: ComponentProps<typeof EmbeddedPartsContext>["value"] = {
  renderSession: (slug, sessionId) => (
    <Lazy fallback={<Skeleton className="h-full" />}>
      <Session key={sessionId} slug={slug} sessionId={sessionId} />
    </Lazy>
  ),
  renderComparedSession: (slug, sessionId, message) => (
    <Lazy fallback={<Skeleton className="h-full" />}>
      <Compared key={sessionId} slug={slug} sessionId={sessionId} message={message} />
    </Lazy>
  ),
  renderTaskEditor: (props) => (
    <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>
      <TaskEditor {...props} />
    </Lazy>
  ),
  renderEvaluation: (slug, tested) => (
    <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>
      <EvaluationTab slug={slug} tested={tested} />
    </Lazy>
  ),
};

/** Lets the pages of a team show parts of other features, whose code is loaded on demand. */
export const EmbeddedParts = ({ children }: { children: ReactNode }) => (
  <EmbeddedPartsContext value={parts}>{children}</EmbeddedPartsContext>
);
