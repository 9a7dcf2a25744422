import { describe, expect, it } from "vitest";
import { openRequests } from "@/lib/session-log/apply-event";
import { emptyLog, type ThreadMessage, withMessages } from "@/lib/session-log/state";
import { buildThread } from "@/lib/session-log/thread";
import { applyEvent, type PartialEvent as LogEvent } from "../support/partial-events";

const message = (seq: number, _id: string, role: string, text: string, completed = true): LogEvent => ({
  seq,
  kind: "message",
  body: { _id, role, text, completed, parts: [], authorName: "", ts: "" },
});
const delta = (messageId: string, offset: number, text: string): LogEvent => ({
  seq: null,
  kind: "delta",
  body: { messageId, offset, text },
});
const apply = (events: LogEvent[]) => events.reduce(applyEvent, emptyLog);
const shown = (events: LogEvent[]) =>
  buildThread(apply(events)).map((item) =>
    item.type === "message" ? item.message.text : item.type === "live" ? `…${item.text}` : item.type,
  );

describe("applyEvent", () => {
  it("ignores events that it has had", () => {
    const events = [message(1, "u", "user", "Hi"), message(1, "u", "user", "Hi"), message(2, "a", "assistant", "Ho")];
    expect(shown(events)).toEqual(["Hi", "Ho"]);
  });

  it("joins deltas, asks again at a gap and replaces the text by the finished message", () => {
    const joined = apply([delta("a", 0, "Hel"), delta("a", 3, "lo"), delta("a", 9, "gap")]);
    expect([joined.live[0]?.text, joined.gaps]).toEqual(["Hello", ["a"]]);
    const again = applyEvent(joined, { seq: null, kind: "partial", body: { messageId: "a", text: "Hello, all" } });
    expect([again.live[0]?.text, again.gaps]).toEqual(["Hello, all", []]);
    const done = applyEvent(again, message(1, "a", "assistant", "Hello, all."));
    expect([done.live, done.messages.length]).toEqual([[], 1]);
    expect(applyEvent(done, delta("a", 10, "late")).live).toEqual([]);
  });

  it("drops what a discard or a rewind voids", () => {
    // In the log, or told where no log has the text.
    for (const seq of [1, null])
      expect(shown([delta("a", 0, "half"), { seq, kind: "discard", body: { messageId: "a" } }])).toEqual([]);
    const events = [message(1, "u", "user", "One"), message(2, "a", "assistant", "Two")];
    const rewound = [...events, { seq: 3, kind: "rewind", body: { toSeq: 0 } }, message(4, "v", "user", "Other")];
    expect(shown(rewound)).toEqual(["Other"]);
  });

  it("drops nothing that is newer than a rewind, and nothing of a rating", () => {
    const rated = {
      ...(message(4, "b", "assistant", "New").body as ThreadMessage),
      seq: 4,
      feedback: { value: 1, reason: null },
    };
    const log = withMessages(emptyLog, [rated]);
    const events = [message(1, "u", "user", "One"), message(2, "a", "assistant", "Two")];
    const rewound = [...events, { seq: 3, kind: "rewind", body: { toSeq: 1 } }, message(4, "b", "assistant", "New")];
    const { messages } = rewound.reduce(applyEvent, log);
    expect(messages.map(({ text }) => text)).toEqual(["One", "New"]);
    expect(messages[1]?.feedback).toEqual({ value: 1, reason: null });
  });

  it("takes what came before the start without touching the present", () => {
    const late: LogEvent[] = [
      message(10, "u", "user", "Ten"),
      { seq: 11, kind: "rewind", body: { toSeq: 4 } },
      { seq: 12, kind: "status", body: { status: "running", reason: null, runStatus: "running" } },
      delta("a", 0, "Writing"),
    ];
    const earlier: LogEvent[] = [
      message(1, "s", "user", "One"),
      { seq: 2, kind: "tool_call", body: { callId: "x", name: "add", input: {} } },
      { seq: 3, kind: "tool_result", body: { callId: "x", output: 3, durationMs: 5 } },
      { seq: 4, kind: "status", body: { status: "waiting", reason: "No key", runStatus: "error" } },
      { seq: 5, kind: "tool_call", body: { callId: "void", name: "add", input: {} } },
      { seq: 6, kind: "notice", body: { text: "void" } },
    ];
    const log = [...late, ...earlier, ...earlier, ...late.slice(0, 3)].reduce(applyEvent, emptyLog);
    expect(log).toMatchObject({ status: "running", ending: null, cursor: 12, notices: [] });
    expect(log.calls).toEqual([{ seq: 2, endSeq: 3, callId: "x", name: "add", input: {}, output: 3, durationMs: 5 }]);
    expect(buildThread(log).map(({ type }) => type)).toEqual(["message", "calls", "live"]);
  });

  it("knows when the totals have moved on", () => {
    expect(apply([message(1, "u", "user", "Hi"), { seq: 2, kind: "step", body: {} }]).settled).toBe(2);
  });

  it("folds calls that follow each other and keeps results with them", () => {
    const call = (seq: number, callId: string): LogEvent => ({
      seq,
      kind: "tool_call",
      body: { callId, name: "add", input: {} },
    });
    const result: LogEvent = { seq: 4, kind: "tool_result", body: { callId: "y", output: 3, durationMs: 5 } };
    const thread = buildThread(apply([message(1, "u", "user", "Hi"), call(2, "x"), call(3, "y"), result]));
    expect(thread.map(({ type }) => type)).toEqual(["message", "calls"]);
    expect(thread[1]).toMatchObject({ calls: [{ callId: "x" }, { callId: "y", output: 3, durationMs: 5 }] });
  });

  it("says how a run ended, until the next begins", () => {
    const failed: LogEvent = {
      seq: 1,
      kind: "status",
      body: { status: "waiting", reason: "No key", runStatus: "error" },
    };
    expect(apply([failed])).toMatchObject({ status: "waiting", ending: { status: "error", reason: "No key" } });
    const running: LogEvent = {
      seq: 2,
      kind: "status",
      body: { status: "running", reason: null, runStatus: "running" },
    };
    expect(apply([failed, running]).ending).toBeNull();
  });

  it("puts older pages below, without doubles", () => {
    const log = withMessages(apply([message(5, "e", "user", "five")]), [
      { ...(message(3, "c", "user", "three").body as never as { _id: string }), seq: 3 } as never,
      { ...(message(5, "e", "user", "five").body as never as { _id: string }), seq: 5 } as never,
    ]);
    expect(log.messages.map(({ seq }) => seq)).toEqual([3, 5]);
  });

  const asked: LogEvent[] = [
    message(1, "u", "user", "Pay"),
    { seq: 2, kind: "tool_call", body: { callId: "x", name: "pay", input: { a: 1 } } },
    {
      seq: 3,
      kind: "input_request",
      body: { requestId: "r", kind: "repeat", callId: "x", name: "pay", startedAt: "t" },
    },
    { seq: 4, kind: "status", body: { status: "waiting", reason: "?", runStatus: "waiting" } },
  ];
  const answered: LogEvent = {
    seq: 5,
    kind: "input_answer",
    body: { requestId: "r", callId: "x", decision: "reject", reason: "Paid", by: { id: "a", name: "Ada" } },
  };
  const cancelled: LogEvent = {
    seq: 5,
    kind: "status",
    body: { status: "waiting", reason: "Canceled.", runStatus: "cancelled" },
  };

  it("keeps a request open until it is answered or its run ends", () => {
    const log = apply(asked);
    expect(openRequests(log)).toMatchObject([{ requestId: "r", name: "pay", answer: null }]);
    expect(log).toMatchObject({ calls: [{ callId: "x", waits: "repeat" }], ending: null });
    expect(buildThread(log).map(({ type }) => type)).toEqual(["message", "calls", "request"]);
    const after = applyEvent(log, answered);
    expect(openRequests(after)).toEqual([]);
    expect(after.requests[0]?.answer).toEqual({ decision: "reject", reason: "Paid", by: "Ada", changed: false });
    expect(openRequests(applyEvent(log, cancelled))).toEqual([]);
  });

  it("knows an approval by who asks, whom it is for, and the arguments that were put in place", () => {
    const asks = { assignee: { type: "account", accountId: "a" }, onDeadline: "pass" };
    const approval = { agentName: "Guide", description: "Pays", schema: {} };
    const request = { requestId: "r", kind: "approval", callId: "x", name: "pay", startedAt: "t" };
    const body = { ...request, approval, asks, deadline: "2026-01-01T00:00:00.000Z" };
    const log = apply([...asked.slice(0, 2), { seq: 3, kind: "input_request", body }]);
    expect(log.requests).toMatchObject([
      { approval, assignee: asks.assignee, deadline: body.deadline, onDeadline: "pass" },
    ]);
    expect(log.calls).toMatchObject([{ waits: "approval", input: { a: 1 } }]);
    const assignee = { type: "role", role: "Team Admin" };
    const passed = {
      code: "passed_on",
      requestId: "r",
      assignee,
      deadline: "2026-01-02T00:00:00.000Z",
      onDeadline: "end",
    };
    const later = applyEvent(log, { seq: 4, kind: "notice", body: { ...passed, text: "Reassign." } });
    expect(later).toMatchObject({
      requests: [{ assignee, deadline: passed.deadline, onDeadline: "end" }],
      notices: [],
    });
    const given = { requestId: "r", callId: "x", decision: "approve", args: { a: 2 }, by: { name: "Ada" } };
    const after = applyEvent(later, { seq: 5, kind: "input_answer", body: given });
    expect(after.requests).toMatchObject([{ answer: { decision: "approve", changed: true } }]);
    expect(after.calls[0]).toMatchObject({ input: { a: 2 }, waits: undefined });
  });

  it("takes earlier requests with their answers or the end of their run", () => {
    const late: LogEvent[] = [message(10, "v", "user", "Later")];
    for (const end of [answered, cancelled])
      expect(openRequests([...late, ...asked, end].reduce(applyEvent, emptyLog))).toEqual([]);
    const rewound: LogEvent = { seq: 11, kind: "rewind", body: { toSeq: 0 } };
    expect([...asked, cancelled, rewound].reduce(applyEvent, emptyLog).requests).toEqual([]);
  });

  it("takes a rating that another page has given, and keeps the reason it knows", () => {
    const rate = (body: object): LogEvent => ({ seq: null, kind: "feedback", body });
    const answer = message(1, "a", "assistant", "Hi");
    const feedback = (...events: LogEvent[]) => apply([answer, ...events]).messages[0]?.feedback;
    const bad = rate({ messageId: "a", value: -1, reason: "Wrong" });
    expect(feedback(bad)).toEqual({ value: -1, reason: "Wrong" });
    expect(feedback(bad, rate({ messageId: "a", value: -1 }))).toEqual({ value: -1, reason: "Wrong" });
    expect(feedback(bad, rate({ messageId: "a", value: 1 }))).toEqual({ value: 1, reason: null });
    expect(feedback(bad, rate({ messageId: "a", value: null }))).toBeNull();
    expect(feedback(rate({ messageId: "other", value: 1 }))).toBeUndefined();
  });
});
