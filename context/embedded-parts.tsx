"use client";

import { createContext, type ReactNode, use } from "react";

interface TaskEditorProps {
  slug: string;
  /** Undefined: a new task. */
  taskId: string | undefined;
  onSaved(taskId: string): void;
  onCancel(): void;
}

/** A message to several sessions, with a number that grows. */
export interface ComparedMessage {
  id: number;
  text: string;
}

interface EmbeddedParts {
  renderComparedSession(slug: string, sessionId: string, message: ComparedMessage): ReactNode;
  renderSession(slug: string, sessionId: string): ReactNode;
  renderTaskEditor(props: TaskEditorProps): ReactNode;
  renderEvaluation(slug: string, tested: { agentId: string } | { appId: string }): ReactNode;
}

/** How features show parts of other features, which they don't import. */
export const EmbeddedPartsContext = createContext<EmbeddedParts>({
  renderComparedSession: () => null,
  renderSession: () => null,
  renderTaskEditor: () => null,
  renderEvaluation: () => null,
});

/** Returns a function that renders a session within another page. */
export const useEmbeddedSession = (): EmbeddedParts["renderSession"] => use(EmbeddedPartsContext).renderSession;

/** Returns a function that renders a session that gets its messages from the page. */
export const useComparedSession = (): EmbeddedParts["renderComparedSession"] =>
  use(EmbeddedPartsContext).renderComparedSession;

/** Returns a function that renders a task's form within another page. */
export const useTaskEditor = (): EmbeddedParts["renderTaskEditor"] => use(EmbeddedPartsContext).renderTaskEditor;

/** Returns a function that renders the test sets of an agent or app. */
export const useEvaluation = (): EmbeddedParts["renderEvaluation"] => use(EmbeddedPartsContext).renderEvaluation;
