import { describe, expect, it } from "vitest";
import { buildTrace, findFailures } from "@/lib/session-log/trace";
import type { TraceEvent } from "@/lib/session-log/trace-rows";
import { fromWire } from "../support/partial-events";

const event = (seq: number, ms: number, kind: string, body: object): TraceEvent =>
  fromWire({ seq, kind, body, at: new Date(Date.UTC(2_026, 0, 1) + ms).toISOString() });
const step = { model: "demo-chat", inputTokens: 3, outputTokens: 5, ttftMs: 20, costUsd: null, finishReason: "stop" };
const events: TraceEvent[] = [
  event(1, 0, "message", { _id: "u", role: "user", text: "Hi", authorName: "Ada" }),
  event(2, 10, "tool_call", { callId: "x", name: "add", input: { a: 1 } }),
  event(3, 50, "tool_result", { callId: "x", error: "No such number", durationMs: 40 }),
  event(4, 900, "step", { ...step, messageId: "a", durationMs: 800 }),
  event(5, 900, "message", { _id: "a", role: "assistant", text: "Ho" }),
  event(6, 910, "status", { runStatus: "completed", status: "waiting", reason: null }),
  event(7, 2_000, "message", { _id: "v", role: "user", text: "Again", authorName: "Ada" }),
  event(8, 2_100, "notice", { text: "Recovered" }),
  event(9, 2_500, "status", { runStatus: "error", status: "waiting", reason: "No key" }),
];

describe("traceOf", () => {
  it("puts steps below their turn, each where it lies in the time of work", () => {
    const rows = buildTrace(events).map(({ key, depth, kind, start, duration }) => [key, depth, kind, start, duration]);
    expect(rows).toEqual([
      ["1", 0, "turn", 0, 910],
      ["2", 1, "tool", 10, 40],
      ["4", 1, "model", 100, 800],
      ["7", 0, "turn", 910, 500],
      ["8", 1, "notice", 1_010, 0],
    ]);
  });

  it("brings question and answer, arguments and result together", () => {
    const [, tool, model, failed] = buildTrace(events);
    expect(tool).toMatchObject({ input: { a: 1 }, output: "No such number", failed: true });
    expect(model).toMatchObject({ output: "Ho", failed: false });
    expect(model?.facts).toContainEqual(["Cost", "unknown"]);
    expect(buildTrace(events)[0]?.facts).toEqual([
      ["Sent by", "Ada"],
      ["Duration", "910 ms"],
      ["Model calls", "1"],
      ["Tokens", "3 in, 5 out"],
      ["Cost", "unknown"],
      ["Status", "completed"],
    ]);
    expect(failed).toMatchObject({ failed: true });
    expect(failed?.facts).toContainEqual(["Reason", "No key"]);
  });

  it("marks what is an estimate", () => {
    const cut = { ...step, messageId: "b", durationMs: 5, costUsd: 0.5, estimated: true };
    const [turn, model] = buildTrace([...events.slice(0, 1), event(4, 900, "step", cut), ...events.slice(5, 6)]);
    for (const row of [turn, model]) {
      expect(row?.facts).toContainEqual(["Tokens", "3 in, 5 out (estimate)"]);
      expect(row?.facts).toContainEqual(["Cost", "$0.50 (estimate)"]);
    }
  });

  it("keeps failures with their turns", () => {
    expect(findFailures(buildTrace(events)).map(({ key }) => key)).toEqual(["1", "2", "7"]);
  });
});

it("counts a loop that was stopped among what failed, other notices not", () => {
  const notices = buildTrace([
    event(1, 0, "message", { _id: "u", role: "user", text: "Hi", authorName: "Ada" }),
    event(2, 10, "notice", { code: "budget", text: "The team's budget is used up." }),
    event(3, 20, "notice", { code: "loop", text: "Loop stopped: add was called 3 times." }),
  ]).slice(1);
  expect(notices.map(({ title, failed }) => [title, failed])).toEqual([
    ["The team's budget is used up.", false],
    ["Loop stopped: add was called 3 times.", true],
  ]);
});

describe("waiting for a person", () => {
  const waits = (...more: TraceEvent[]) =>
    buildTrace([
      event(1, 0, "message", { _id: "u", role: "user", text: "Pay", authorName: "Ada" }),
      event(2, 10, "input_request", { requestId: "r", name: "pay", text: "Repeat?" }),
      event(3, 12, "status", { runStatus: "waiting", status: "waiting", reason: "?" }),
      ...more,
    ]);

  it("lasts until the answer, and says who gave it", () => {
    const [turn, wait] = waits(
      event(4, 5_010, "input_answer", { requestId: "r", decision: "reject", reason: "Paid", by: { name: "Ada" } }),
      event(5, 5_020, "status", { runStatus: "completed", status: "waiting", reason: null }),
    );
    expect(wait).toMatchObject({ kind: "wait", start: 10, duration: 5_000, input: "Repeat?" });
    expect(wait?.facts).toEqual([
      ["Response", "reject"],
      ["Responded by", "Ada"],
      ["Reason", "Paid"],
    ]);
    expect(turn?.facts).toEqual([
      ["Sent by", "Ada"],
      ["Duration", "5.0 s"],
      ["Status", "completed"],
    ]);
  });

  it("is open, or ended by the end of the run", () => {
    expect(waits()[1]?.facts).toEqual([["Response", "none yet"]]);
    const cancelled = event(4, 60, "status", { runStatus: "cancelled", status: "waiting", reason: "Canceled." });
    expect(waits(cancelled)[1]).toMatchObject({ duration: 50, facts: [["Response", "none; the run ended"]] });
  });
});

it("puts what happens in a process below its tasks, and delegated work below the call that gave it", () => {
  const of = { taskId: "one" };
  const rows = buildTrace([
    event(1, 0, "message", { _id: "u", role: "user", text: "Start", authorName: "Ada" }),
    event(2, 1, "task", {
      state: "planned",
      tasks: [
        { taskId: "one", name: "Write" },
        { taskId: "two", name: "Read" },
      ],
    }),
    event(3, 10, "task", { state: "started", taskId: "one", agentName: "Manager" }),
    event(4, 20, "task", { state: "started", taskId: "two", agentName: "Manager" }),
    event(5, 100, "step", { ...step, ...of, messageId: "a", durationMs: 80 }),
    event(6, 100, "tool_call", { ...of, callId: "d", name: "delegate_work", input: {} }),
    event(7, 200, "step", { ...step, ...of, delegation: "d", messageId: "b", durationMs: 90 }),
    event(8, 210, "tool_result", { ...of, callId: "d", output: "Done", durationMs: 110 }),
    event(9, 300, "step", { ...step, taskId: "two", messageId: "c", durationMs: 250, error: "No key" }),
    event(10, 300, "task", { state: "failed", taskId: "two", error: "No key" }),
    event(11, 400, "task", { state: "finished", taskId: "one", output: "An essay.", durationMs: 390 }),
    event(12, 410, "status", { runStatus: "error", status: "error", reason: "The task “Read” failed. No key" }),
  ]);
  expect(rows.map(({ depth, kind, title }) => `${"-".repeat(depth)}${kind} ${title}`)).toEqual([
    "turn Start",
    "-task Task: Write · Manager",
    "--model Model call: demo-chat",
    "--tool Tool: delegate_work",
    "---model Model call: demo-chat",
    "-task Task: Read · Manager",
    "--model Model call: demo-chat",
  ]);
  expect(rows[1]).toMatchObject({ start: 10, duration: 390, output: "An essay.", failed: false });
  expect(rows[5]).toMatchObject({ failed: true });
  expect(findFailures(rows).map(({ kind }) => kind)).toEqual(["turn", "task", "model"]);
});

it("puts the tasks of an iteration below it, item by item", () => {
  const inIteration = { within: { branch: "branch_1", cases: ["each_item"] } };
  const state = (seq: number, taskId: string, name: string, more: object = {}) =>
    event(seq, seq * 10, "task", { state: name, taskId, ...more });
  const begun = [
    event(1, 10, "message", { _id: "u", role: "user", text: "Start", authorName: "Ada" }),
    event(2, 20, "task", {
      state: "planned",
      tasks: [
        { taskId: "branch_1", name: "Orders", cases: [{ id: "each_item", name: "each item of Orders" }] },
        { taskId: "a", name: "Write", ...inIteration },
        { taskId: "branch_2", name: "Good?", cases: [{ id: "yes", name: "Yes" }], ...inIteration },
        { taskId: "b", name: "Praise", within: { branch: "branch_2", cases: ["yes"] } },
        { taskId: "c", name: "Sum up" },
      ],
    }),
    state(3, "branch_1", "items", { items: ["x", "y"], startedAt: "" }),
    state(4, "a.2", "started"),
    event(5, 50, "step", { ...step, taskId: "a.2", messageId: "a", durationMs: 10 }),
    state(6, "a.2", "finished", { output: "An essay.", durationMs: 20 }),
    state(7, "a.1", "started"),
    state(8, "branch_2.2", "finished", { output: "", durationMs: 0, taken: { id: "yes", name: "Yes" } }),
    state(9, "a.1", "failed", { error: "No key" }),
    state(10, "b.2", "started"),
  ];
  const rows = buildTrace([
    ...begun,
    state(11, "branch_1", "finished", { output: "2 items", durationMs: 80 }),
    state(12, "c", "started"),
  ]);
  expect(rows.map(({ depth, title }) => `${"-".repeat(depth)}${title}`)).toEqual([
    "Start",
    "-Iteration: Orders",
    "--Task: Write (item 1)",
    "--Task: Write (item 2)",
    "---Model call: demo-chat",
    "--Branch: Good? (item 2) · Yes",
    "--Task: Praise (item 2)",
    "-Task: Sum up",
  ]);
  expect(rows.map(({ taskId }) => taskId).slice(1, 4)).toEqual(["branch_1", "a.1", "a.2"]);
  expect(rows[1]?.facts).toContainEqual(["Items", "2"]);
  expect(findFailures(rows).map(({ title }) => title)).toEqual(["Start", "Iteration: Orders", "Task: Write (item 1)"]);
  // While it runs, it lasts as long as its tasks.
  expect(buildTrace(begun)[1]).toMatchObject({ start: 20, duration: 70 });
});
