import type { LoggedEvent } from "@/lib/contract/session-events/events";

/** What checks read of an answer. */
export interface AnswerFacts {
  text: string;
  calls: { name: string; input: unknown; error?: string }[];
  /** Model calls. */
  steps: number;
  /** US dollars; null: unknown. */
  costUsd: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Milliseconds until the first token of the first model call; null: unknown. */
  firstTokenMs: number | null;
  /** Of the passages that were retrieved. */
  documents: { documentId: string; title: string }[];
}

const addUp = (figures: (number | null)[]): number | null =>
  figures.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);

/** Reads the facts of a run from its events: its last answer, and all its calls. */
export function readFacts(events: readonly LoggedEvent[]): AnswerFacts {
  const bodies = <K extends LoggedEvent["kind"]>(kind: K) =>
    events.flatMap((event) => (event.kind === kind ? [event.body as Extract<LoggedEvent, { kind: K }>["body"]] : []));
  const steps = bodies("step");
  const errors = new Map(bodies("tool_result").map(({ callId, error }) => [callId, error]));
  const answer = bodies("message").findLast(({ role, inner }) => role === "assistant" && !inner);
  return {
    text: answer?.text ?? "",
    calls: bodies("tool_call").map(({ callId, name, input }) => {
      const error = errors.get(callId);
      return { name, input, ...(error !== undefined && { error }) };
    }),
    steps: steps.length,
    costUsd: addUp(steps.map(({ costUsd }) => costUsd)),
    inputTokens: addUp(steps.map(({ inputTokens }) => inputTokens)),
    outputTokens: addUp(steps.map(({ outputTokens }) => outputTokens)),
    firstTokenMs: steps[0]?.ttftMs ?? null,
    documents: bodies("retrieval").flatMap(({ passages }) =>
      passages.map(({ documentId, title }) => ({ documentId, title })),
    ),
  };
}
