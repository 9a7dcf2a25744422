import { describe, expect, it, test } from "vitest";
import { loggedEventSchema, type SessionEvent } from "@/lib/contract/session-events/events";
import { visitorEventSchema } from "@/lib/contract/session-events/visitor";
import { toEvent } from "@/lib/server/engine/runs/log/events";
import { toMissingBody } from "@/lib/server/engine/runs/log/missing-bodies";
import { type EventRow, toLoaded, toStored } from "@/lib/server/engine/runs/log/stored-events";
import { toVisitorEvent } from "@/lib/server/engine/runs/log/visitor-events";
import { writtenEvents } from "../../support/written-events";

const row = (kind: string, body: unknown): EventRow => ({
  sessionId: "session_1",
  seq: 7,
  runId: "run_1",
  messageId: null,
  supersededBy: null,
  at: new Date(0),
  kind,
  body: JSON.parse(JSON.stringify(body)),
});
const written = Object.entries(writtenEvents).flatMap(([kind, events]) =>
  events.map((event, i) => [`${kind} ${i + 1}`, event] as const),
);

/** Fields that can be longer than what stays in a row. */
const large: ReadonlySet<string> = new Set([
  "text",
  "parts",
  "citations",
  "prompt",
  "input",
  "output",
  "error",
  "logs",
  "changedInput",
  "query",
  "queries",
  "filters",
  "passages",
  "dropped",
  "plan",
  "agents",
  "tasks",
  "message",
  "problem",
  "items",
  "form",
  "approval",
  "reason",
  "args",
  "by",
]);

describe("what is written", () => {
  it.each(written)("is read as it was written: %s", (_, { kind, body }) => {
    const stored = row(kind, body);
    expect(toLoaded(stored)).toBe(stored);
    const read = toEvent(toLoaded(stored));
    expect(loggedEventSchema.parse(read)).toEqual(read);
  });

  it.each(written)("is read where the file of its large fields is lost: %s", (_, { kind, body }) => {
    const small = Object.entries(body).filter(([name]) => !large.has(name));
    const lost = toMissingBody(kind, { ...Object.fromEntries(small), shelved: "events/1.json", shelvedChars: 100_000 });
    expect(toLoaded(row(kind, lost))).toMatchObject({ kind, body: { missing: expect.any(String) } });
  });

  it.each(written)("shows a visitor no field but those that are theirs: %s", (_, { kind, body }) => {
    const shown = toVisitorEvent(toEvent(toLoaded(row(kind, body))), "Helpdesk");
    if (shown) expect(visitorEventSchema.parse(JSON.parse(JSON.stringify(shown)))).toBeTruthy();
  });
});

const usage = { inputTokens: 1, outputTokens: 1, costUsd: null };
const passage = {
  text: "a",
  score: 1,
  documentId: "d",
  datasourceId: "s",
  title: "t",
  uri: null,
  position: 0,
  page: 1,
  headings: [],
  vectorScore: null,
  textScore: 1,
  vectorRank: null,
  textRank: 1,
  number: 1,
};
const message = {
  _id: "m",
  sessionId: "s",
  authorName: "Guide",
  authorId: "a",
  role: "assistant",
  text: "Hi",
  parts: [],
  citations: [passage],
  usage,
  ts: "2026-01-01T00:00:00.000Z",
  completed: true,
};
const step = { stepId: "m", messageId: "m", model: "Small", provider: "demo", purpose: "answer", prompt: null };

test.each<[string, object]>([
  ["message", message],
  [
    "step",
    { ...step, ttftMs: null, finishReason: "cut", inputTokens: null, outputTokens: null, durationMs: 1, costUsd: 1 },
  ],
  ["tool_call", { callId: "c", name: "pay" }],
  ["tool_result", { callId: "c", name: "pay", error: "No", durationMs: 0 }],
  ["input_answer", { requestId: "r", callId: "c", decision: "reject", reason: null, by: { id: "a", name: "Ada" } }],
  ["status", { status: "waiting", reason: null, runStatus: "error", runId: "run_1", later: "a field to come" }],
])("the first version's %s can still be read", (kind, body) => {
  expect(toLoaded(row(kind, body)).kind).toBe(kind);
});

test.each<[string, unknown]>([
  ["message", null],
  ["message", { text: 1 }],
  ["task", { state: "unknown", taskId: "t" }],
  ["notice", { code: "unknown", text: "?" }],
  ["to come", { text: "?" }],
])("an event that does not fit is a notice which says so: %s %o", (kind, body) => {
  for (const read of [toLoaded, toStored])
    expect(read(row(kind, body))).toMatchObject({
      seq: 7,
      kind: "notice",
      body: { code: "unreadable", text: `An event (${kind}) can't be shown.` },
    });
});

test("of a body that lies in file storage the small fields are there", () => {
  const stored = row("message", { _id: "m", role: "user", shelved: "events/1.json", shelvedChars: 100_000 });
  expect(toStored(stored)).toBe(stored);
  expect(toStored(row("to come", { shelved: "events/1.json" })).kind).toBe("notice");
});

/** Compiled alone: whoever adds a kind has to say everywhere what becomes of it. */
function withoutRewind(event: SessionEvent): string {
  switch (event.kind) {
    case "message":
    case "step":
    case "tool_call":
    case "tool_result":
    case "retrieval":
    case "task":
    case "input_request":
    case "input_answer":
    case "status":
    case "discard":
    case "notice":
    case "delta":
    case "partial":
    case "feedback":
      return event.kind;
    default:
      // @ts-expect-error a rewind is left over
      event satisfies never;
      return event.kind;
  }
}

test("a switch that misses a kind is reached by it", () => {
  const at = "2026-01-01T00:00:00.000Z";
  expect(withoutRewind({ sessionId: "session_1", seq: 1, kind: "rewind", body: { toSeq: 0 }, at })).toBe("rewind");
});
