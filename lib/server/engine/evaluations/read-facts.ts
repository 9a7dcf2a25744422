import type { LoggedBody, LoggedEvent, LoggedKind } from "@/lib/contract/session-events/events";
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

const bodiesOf = <K extends LoggedKind>(events: readonly LoggedEvent[], kind: K) =>
  events.filter((event) => event.kind === kind).map(({ body }) => body as LoggedBody<K>);

/** The output of the last completed task of a process; otherwise the last message that is part of the answer. */
function readText(events: readonly LoggedEvent[]): string {
  const finished = bodiesOf(events, "task").findLast(({ state }) => state === "finished");
  if (finished?.state === "finished") return finished.output;
  const message = bodiesOf(events, "message").findLast(({ role, inner }) => role === "assistant" && !inner);
  return message?.text ?? "";
}

/** Arguments that a person changed replace those of the model. */
function readCalls(events: readonly LoggedEvent[]): CallFact[] {
  const results = new Map(bodiesOf(events, "tool_result").map((result) => [result.callId, result]));
  return bodiesOf(events, "tool_call").map(({ callId, name, input, invalid }) => {
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

function readDocuments(events: readonly LoggedEvent[]): AnswerFacts["documents"] {
  const passages = bodiesOf(events, "retrieval").flatMap((body) => body.passages);
  const documents = new Map(passages.map(({ documentId, title }) => [documentId, { documentId, title }]));
  return [...documents.values()];
}

/** The facts of the last answer: of what follows the last message of a person. */
export function readFacts(events: readonly LoggedEvent[]): AnswerFacts {
  const current = withoutVoided(events);
  const asked = current.findLastIndex(({ kind, body }) => kind === "message" && "role" in body && body.role === "user");
  const own = current.slice(asked + 1);
  const steps = bodiesOf(own, "step");
  return {
    text: readText(own),
    calls: readCalls(own),
    steps: steps.length,
    costUsd: readCost(steps),
    firstTokenMs: steps[0]?.ttftMs ?? null,
    documents: readDocuments(own),
  };
}
