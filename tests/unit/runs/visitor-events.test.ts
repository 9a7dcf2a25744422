import { expect, test } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { toVisitorEvent, toVisitorMessage, toVisitorReason } from "@/lib/server/engine/runs/log/visitor-events";
import { fromWire } from "../../support/partial-events";

const inside = "inside";
const event = (kind: string, body: object, seq: number | null = 7): SessionEvent =>
  fromWire({ sessionId: "session_1", seq, kind, body, at: "2026-01-01T00:00:00.000Z" });
const shown = (kind: string, body: object) => toVisitorEvent(event(kind, body), "Helpdesk")?.body;
/** A body whose every field says that it is the inside's. */
const all = (...names: string[]) => Object.fromEntries(names.map((name) => [name, inside]));

test.each(["step", "tool_call", "tool_result", "retrieval", "task", "what comes later"])("%s stays inside", (kind) => {
  expect(toVisitorEvent(event(kind, all("name", "input", "output", "prompt", "model")), "Helpdesk")).toBeNull();
});

test("a message comes from the app, with what it cites, without the agent's id and its cost", () => {
  const body = { _id: "message_1", role: "assistant", text: "Hello", parts: [], ts: "now", completed: true };
  const cited = { number: 1, title: "Rules", text: "The quay closes.", page: 2 };
  const rest = {
    authorName: inside,
    authorId: inside,
    citations: [{ ...all("documentId", "datasourceId", "uri", "score"), ...cited }, inside],
    usage: inside,
    added: inside,
  };
  expect(toVisitorEvent(event("message", { ...body, ...rest }), "Helpdesk")).toEqual(
    event("message", {
      ...body,
      seq: undefined,
      sessionId: undefined,
      authorName: "Helpdesk",
      authorId: null,
      citations: [cited],
      usage: null,
    }),
  );
  expect(toVisitorMessage({ role: "user", authorName: "Visitor" }, "Helpdesk")).toMatchObject({
    authorName: "Visitor",
  });
});

test("live text passes as it is, and nothing beside it", () => {
  expect(shown("delta", { messageId: "m", offset: 3, text: "abc", model: inside })).toEqual({
    messageId: "m",
    offset: 3,
    text: "abc",
  });
  expect(shown("partial", { messageId: "m", text: "abc", runId: inside })).toEqual({ messageId: "m", text: "abc" });
  expect(shown("discard", { messageId: "m", why: inside })).toEqual({ messageId: "m" });
  expect(shown("rewind", { toSeq: 3, by: inside })).toEqual({ toSeq: 3 });
  expect(shown("feedback", { messageId: "m", value: 1, by: inside })).toEqual({ messageId: "m", value: 1 });
});

test("a status tells how it stands, not what a provider said", () => {
  const failed = shown("status", { status: "waiting", runStatus: "error", reason: inside, runId: inside });
  expect(failed).toEqual({
    status: "waiting",
    runStatus: "error",
    reason: "The answer couldn't be completed. Try again in a moment.",
  });
  expect(shown("status", { status: "waiting", runStatus: "cancelled", reason: "Canceled.", runId: inside })).toEqual({
    status: "waiting",
    runStatus: "cancelled",
    reason: "Canceled.",
  });
  expect(toVisitorReason("waiting", inside)).not.toContain(inside);
  expect([toVisitorReason("waiting", null), toVisitorReason("running", inside)]).toEqual([null, null]);
});

test("a question names no tool, its answer nobody's id; of notices only that work went on", () => {
  const asked = shown("input_request", {
    requestId: "r",
    kind: "repeat",
    deadline: null,
    startedAt: "now",
    ...all("text", "callId", "name", "input"),
  });
  expect(asked).toMatchObject({ requestId: "r", kind: "repeat", name: "the interrupted step", input: null });
  expect(JSON.stringify(asked)).not.toContain(inside);
  const by = { id: inside, name: "Visitor" };
  expect(shown("input_answer", { requestId: "r", decision: "approve", reason: null, callId: inside, by })).toEqual({
    requestId: "r",
    decision: "approve",
    reason: null,
    callId: null,
    by: { id: null, name: "Visitor" },
  });
  expect(shown("notice", { code: "resumed", text: "Work went on." })).toEqual({
    code: "resumed",
    text: "Work went on.",
  });
  expect(shown("notice", { code: "repeating", text: inside })).toBeUndefined();
});

test("a budget that is used up is a calm sentence, without its figures and who decides", () => {
  const budget = { scope: "team", subjectId: inside, money: 10, spentUsd: 10.02 };
  const asked = shown("input_request", {
    requestId: "r",
    kind: "budget",
    deadline: null,
    startedAt: "now",
    budget,
    ...all("text", "callId", "name", "input"),
  });
  expect(asked).toMatchObject({ requestId: "r", kind: "budget", text: expect.stringMatching(/^This app has reached/) });
  const status = shown("status", { status: "waiting", runStatus: "waiting", reason: inside, asks: "budget" });
  expect(status).toMatchObject({ reason: expect.stringMatching(/^This app has reached/) });
  const by = { id: inside, name: inside };
  const settled = shown("input_answer", { requestId: "r", kind: "budget", decision: "raised", reason: inside, by });
  expect(settled).toEqual({ requestId: "r", kind: "budget", decision: "again", callId: null });
  expect(JSON.stringify([asked, status, settled])).not.toMatch(/inside|10/);
  expect([shown("notice", { code: "budget", text: inside }), shown("notice", { code: "loop", text: inside })]).toEqual([
    undefined,
    undefined,
  ]);
});

test("of a process a visitor reads the answers alone, and what a task asks without what becomes of it", () => {
  expect(
    toVisitorEvent(event("message", { _id: "m", role: "assistant", text: inside, inner: true }), "Helpdesk"),
  ).toBeNull();
  const field = { name: "town", label: "Town", type: "string", required: true };
  const form = { taskId: inside, fields: [{ ...field, variableId: inside }] };
  const asked = {
    requestId: "r",
    kind: "form",
    text: "Plan needs your input.",
    name: "Plan",
    callId: "",
    taskId: inside,
    item: inside,
    form,
  };
  expect(shown("input_request", asked)).toEqual({
    requestId: "r",
    kind: "form",
    deadline: undefined,
    startedAt: undefined,
    text: "Plan needs your input.",
    name: "Plan",
    callId: "",
    input: null,
    form: { fields: [field] },
  });
  expect(toVisitorReason("waiting", inside, "form")).toBe("The answer will continue once you fill in the form.");
});

test("what the team is asked is a calm sentence, without the call, who asks and who decides", () => {
  const approval = { agentName: inside, toolId: inside, description: inside, schema: { title: inside } };
  const asked = shown("input_request", {
    requestId: "r",
    kind: "approval",
    deadline: null,
    startedAt: "now",
    approval,
    ...all("text", "callId", "name", "input"),
  });
  const form = { taskId: inside, fields: [{ name: inside }] };
  const asks = { assignee: { type: "account", accountId: inside } };
  const assigned = shown("input_request", { requestId: "f", kind: "form", form, asks, ...all("text", "name") });
  const by = { id: inside, name: inside };
  const settled = shown("input_answer", { requestId: "r", kind: "approval", decision: "reject", reason: inside, by });
  const status = shown("status", { status: "waiting", runStatus: "waiting", reason: inside, asks: "approval" });
  const calm = "The answer will continue once someone on the team has reviewed the next step.";
  expect([asked, assigned, status]).toMatchObject([
    { requestId: "r", kind: "approval", text: calm, input: null },
    { requestId: "f", kind: "approval", text: calm },
    { reason: calm },
  ]);
  expect(settled).toEqual({ requestId: "r", kind: "approval", decision: "again", callId: null });
  expect(JSON.stringify([asked, assigned, settled, status])).not.toContain(inside);
  expect(shown("notice", { code: "approved", text: inside })).toBeUndefined();
});
