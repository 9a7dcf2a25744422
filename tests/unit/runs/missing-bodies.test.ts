import { describe, expect, it } from "vitest";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import { toMissingBody } from "@/lib/server/engine/runs/log/missing-bodies";
import { toVisitorEvent } from "@/lib/server/engine/runs/log/visitor-events";
import { applyEvent } from "@/lib/session-log/apply-event";
import { emptyLog } from "@/lib/session-log/state";
import { buildTrace } from "@/lib/session-log/trace";
import { buildTraceGraph } from "@/lib/session-log/trace-graph";
import { fromWire } from "../../support/partial-events";

const sentence = "This part of the session is missing: its file is lost or damaged.";
const stored = { shelved: "events/1.json", shelvedChars: 100_000 };

const eventOf = (kind: string, small: Record<string, unknown>, seq = 2): LoggedEvent =>
  fromWire({
    sessionId: "session_1",
    seq,
    kind,
    at: "2026-01-01T00:00:00.000Z",
    body: toMissingBody(kind, { ...small, ...stored }),
  });
const question = eventOf("message", { _id: "message_1", role: "user", text: "Why?" }, 1);

describe("a body that can't be read", () => {
  it("keeps the small fields of its row and says what is missing", () => {
    expect(toMissingBody("message", { ...stored, _id: "message_1", role: "user" })).toEqual({
      _id: "message_1",
      role: "user",
      text: sentence,
      parts: [],
      citations: [],
      usage: null,
      missing: sentence,
    });
    expect(toMissingBody("input_request", { ...stored, text: "Pay?", kind: "approval" })).toMatchObject({
      text: `Pay?\n\n${sentence}`,
      kind: "approval",
      input: sentence,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ["message", { _id: "message_2", role: "assistant" }],
    ["step", { messageId: "message_2", model: "gpt-4o" }],
    ["tool_call", { callId: "call_1", name: "pay" }],
    ["tool_result", { callId: "call_1", name: "pay" }],
    ["retrieval", { tool: "search" }],
    ["task", { state: "planned", process: "sequential" }],
    ["task", { state: "finished", taskId: "task_1" }],
    ["input_request", { requestId: "request_1", kind: "form", callId: "call_1" }],
    ["input_request", { requestId: "request_1", kind: "approval", callId: "call_1" }],
    ["input_answer", { requestId: "request_1", decision: "approve" }],
    ["notice", { code: "resumed" }],
  ])("is shown in the thread, in the trace and to visitors: %s %o", (kind, small) => {
    const events = [question, eventOf(kind, small)];
    const log = events.reduce((before, event) => applyEvent(before, event), emptyLog);
    expect(log.cursor).toBe(2);
    expect(buildTrace(events).length).toBeGreaterThan(0);
    expect(() => buildTraceGraph(events)).not.toThrow();
    expect(() => toVisitorEvent(eventOf(kind, small), "Chat")).not.toThrow();
  });
});
