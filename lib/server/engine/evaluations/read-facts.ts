import type { LoggedBody, LoggedEvent } from "@/lib/contract/session-events/events";
import type { AnswerFacts, CallFact } from "./checks/facts";

/** Without events that a rewind voids, by position. */
function withoutVoided(events: readonly LoggedEvent[]): LoggedEvent[] {
  const kept: LoggedEvent[] = [];
  for (const event of events.toSorted((a, b) => a.seq - b.seq)) {
    const toSeq = event.kind === "rewind" ? event.body.toSeq : Infinity;
    while ((kept.at(-1)?.seq ?? -Infinity) > toSeq) kept.pop();
    kept.push(event);
  }
  return kept;
}

/** The output of the last completed task of a process; otherwise the last message that is part of the answer. */
function readText(events: readonly LoggedEvent[]): string {
  const finished = events
    .flatMap((event) => (event.kind === "task" ? [event.body] : []))
    .findLast((body) => body.state === "finished" && !body.taken);
  if (finished?.state === "finished") return finished.output;
  const message = events
    .flatMap((event) => (event.kind === "message" ? [event.body] : []))
    .findLast(({ role, inner }) => role === "assistant" && !inner);
  return message?.text ?? "";
}

/** Arguments that a person changed replace those of the model. */
function readCalls(events: readonly LoggedEvent[]): CallFact[] {
  const results = new Map(
    events
      .flatMap((event) => (event.kind === "tool_result" ? [event.body] : []))
      .map((result) => [result.callId, result]),
  );
  return events
    .flatMap((event) => (event.kind === "tool_call" ? [event.body] : []))
    .map(({ callId, name, input, invalid }) => {
      const result = results.get(callId);
      const error = result?.error ?? invalid;
      return { name, input: result?.changedInput ?? input, error };
    });
}

/** Unknown if the cost of any call that used tokens is. */
function readCost(steps: readonly LoggedBody<"step">[]): number | null {
  let sum = 0;
  for (const { costUsd, inputTokens, error } of steps) {
    if (costUsd === null && !(error && inputTokens === null)) return null;
    sum += costUsd ?? 0;
  }
  return sum;
}

/** A failed call may have none. */
const sumTokens = (tokens: readonly (number | null)[]): number =>
  tokens.reduce<number>((sum, one) => sum + (one ?? 0), 0);

function readDocuments(events: readonly LoggedEvent[]): AnswerFacts["documents"] {
  const passages = events
    .flatMap((event) => (event.kind === "retrieval" ? [event.body] : []))
    .flatMap((body) => body.passages);
  const documents = new Map(passages.map(({ documentId, title }) => [documentId, { documentId, title }]));
  return [...documents.values()];
}

/** The facts of the last answer: of what follows the last message of a person. */
export function readFacts(events: readonly LoggedEvent[]): AnswerFacts {
  const current = withoutVoided(events);
  const asked = current.findLastIndex(({ kind, body }) => kind === "message" && "role" in body && body.role === "user");
  const own = current.slice(asked + 1);
  const steps = own.flatMap((event) => (event.kind === "step" ? [event.body] : []));
  return {
    text: readText(own),
    calls: readCalls(own),
    steps: steps.length,
    costUsd: readCost(steps),
    inputTokens: sumTokens(steps.map((step) => step.inputTokens)),
    outputTokens: sumTokens(steps.map((step) => step.outputTokens)),
    firstTokenMs: steps[0]?.ttftMs ?? null,
    documents: readDocuments(own),
  };
}
