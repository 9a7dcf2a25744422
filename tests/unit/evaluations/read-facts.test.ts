import { expect, test } from "vitest";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import { readFacts } from "@/lib/server/engine/evaluations/read-facts";

/** As much of events as facts are read from. */
const log = (...events: { kind: string; body: object }[]): LoggedEvent[] =>
  JSON.parse(JSON.stringify(events.map((event, i) => ({ seq: i + 1, sessionId: "session_1", at: "", ...event }))));
const message = (role: string, text: string, more = {}) => ({ kind: "message", body: { role, text, ...more } });
const step = (costUsd: number | null, ttftMs: number, more = {}) => ({
  kind: "step",
  body: { costUsd, ttftMs, inputTokens: 1, ...more },
});
const call = { kind: "tool_call", body: { callId: "c", name: "pay", input: { amount: 1 } } };
const result = (more: object) => ({ kind: "tool_result", body: { callId: "c", name: "pay", ...more } });

test("the facts are those of the last answer", () => {
  const passage = { documentId: "d", title: "Prices" };
  const events = log(
    message("user", "Earlier"),
    step(9, 9),
    message("assistant", "Old"),
    message("user", "Hi"),
    step(0.25, 80),
    call,
    { kind: "retrieval", body: { passages: [passage, passage] } },
    result({ error: "Refused.", changedInput: { amount: 2 } }),
    step(0.5, 90),
    message("assistant", "Answer"),
    message("assistant", "Thought", { inner: true }),
  );
  expect(readFacts(events)).toEqual({
    text: "Answer",
    calls: [{ name: "pay", input: { amount: 2 }, error: "Refused." }],
    steps: 2,
    inputTokens: 2,
    outputTokens: 0,
    costUsd: 0.75,
    firstTokenMs: 80,
    documents: [passage],
  });
});

test("what a rewind voids isn't read", () => {
  const rewind = { kind: "rewind", body: { toSeq: 0 } };
  const events = log(
    message("user", "Hi"),
    call,
    message("assistant", "Old"),
    rewind,
    message("user", "Hi"),
    step(1, 2),
  );
  expect(readFacts(events)).toMatchObject({ text: "", calls: [], steps: 1 });
  expect(
    readFacts(log(message("user", "Hi"), step(1, 1), { kind: "rewind", body: { toSeq: 1 } }, step(2, 2))),
  ).toMatchObject({
    costUsd: 2,
  });
});

test("a process answers with its last output, and a missing price leaves the cost unknown", () => {
  const finished = (output: string) => ({ kind: "task", body: { state: "finished", output } });
  const events = log(finished("One"), message("assistant", "Both"), step(null, 5), finished("Two"));
  expect(readFacts(events)).toMatchObject({ text: "Two", costUsd: null });
  expect(readFacts(log(step(null, 5, { error: "Overloaded", inputTokens: null }), step(1, 5))).costUsd).toBe(1);
});
