import { describe, expect, it } from "vitest";
import { groupByLevel } from "@/lib/session-log/group-by-level";
import { buildProcessGraphs, type ProcessGraph } from "@/lib/session-log/process-graph";
import { emptyLog, type SessionLog } from "@/lib/session-log/state";
import { buildThread } from "@/lib/session-log/thread";
import { applyEvent, type PartialEvent as LogEvent } from "../support/partial-events";

const task = (taskId: string, waitsFor: string[] = [], more: object = {}) => ({
  taskId,
  name: taskId.toUpperCase(),
  agentName: "Writer",
  model: "demo",
  waitsFor,
  ...more,
});
const planned = (seq: number): LogEvent => ({
  seq,
  kind: "task",
  body: {
    state: "planned",
    process: "sequential",
    tasks: [task("a"), task("b"), task("c", ["a", "b"], { onlyFinal: true })],
  },
});
const told = (seq: number, taskId: string, state: string, more: object = {}): LogEvent => ({
  seq,
  kind: "task",
  body: { taskId, state, ...more },
});
const read = (events: LogEvent[]): SessionLog => events.reduce(applyEvent, emptyLog);
const newest = (log: SessionLog): ProcessGraph => {
  const picture = buildProcessGraphs(log).at(-1);
  if (!picture) throw new Error("There is none.");
  return picture;
};
const stages = (log: SessionLog) => newest(log).tasks.map(({ stage }) => stage);

describe("the picture of a process", () => {
  const begun = [planned(1), told(2, "a", "started", { startedAt: "2026-01-01T00:00:00Z" }), told(3, "b", "started")];

  it("says who works, what waits and what is done", () => {
    expect(stages(read(begun))).toEqual(["working", "working", "ahead"]);
    const file = { fileId: "f", filename: "a.md" };
    const log = read([...begun, told(4, "a", "finished", { output: "Text", durationMs: 9, file, variable: "x" })]);
    expect(newest(log).tasks[0]).toMatchObject({ stage: "done", output: "Text", durationMs: 9, file, variable: "x" });
    const request = { requestId: "r", kind: "form", name: "C", taskId: "c", form: { fields: [] }, startedAt: "" };
    expect(stages(applyEvent(log, { seq: 5, kind: "input_request", body: request }))).toEqual([
      "done",
      "working",
      "asks",
    ]);
  });

  it("shows what is called and written just now, but not of a task that shows its end alone", () => {
    const calling = read([
      ...begun,
      { seq: 4, kind: "tool_call", body: { callId: "x", name: "pay", input: {}, taskId: "a" } },
    ]);
    expect(newest(calling).tasks[0]).toMatchObject({ doing: "Calling pay" });
    const answered = applyEvent(calling, {
      seq: 5,
      kind: "tool_result",
      body: { callId: "x", name: "pay", taskId: "a" },
    });
    expect(newest(answered).tasks[0]).toMatchObject({ doing: null });
    const live = (log: SessionLog, taskId: string) =>
      applyEvent(log, { seq: null, kind: "delta", body: { messageId: taskId, offset: 0, text: "So far", taskId } });
    expect(newest(live(answered, "b")).tasks[1]).toMatchObject({ live: "So far" });
    const last = applyEvent(answered, told(6, "c", "started"));
    expect(newest(live(last, "c")).tasks[2]).toMatchObject({ stage: "working", live: null });
    expect(buildThread(live(answered, "b")).map(({ type }) => type)).toEqual(["process"]);
  });

  it("stops what was under way when its run ends, and begins anew with the next", () => {
    const ended = read([...begun, { seq: 4, kind: "status", body: { status: "cancelled", runStatus: "cancelled" } }]);
    expect(stages(ended)).toEqual(["stopped", "stopped", "ahead"]);
    const again = applyEvent(ended, planned(5));
    expect(stages(again)).toEqual(["ahead", "ahead", "ahead"]);
    expect(buildProcessGraphs(again).map(({ ended: how }) => how)).toEqual(["cancelled", null]);
  });

  it("leaves what is said within it out of the thread", () => {
    const message = (seq: number, more: object) => ({
      seq,
      kind: "message",
      body: { _id: `m${seq}`, role: "assistant", text: "Said", parts: [], completed: true, ...more },
    });
    const log = read([planned(1), message(2, { inner: true, taskId: "a" }), message(3, { taskId: "c" })]);
    expect(buildThread(log).map(({ key }) => key)).toEqual(["p1", "m3"]);
  });

  describe("of the time of a task", () => {
    const at = (seconds: number) => new Date(Date.parse("2026-01-01T00:00:00Z") + seconds * 1_000).toISOString();
    const asks = (seq: number, requestId: string, seconds: number, more: object = { taskId: "a" }): LogEvent => ({
      seq,
      kind: "input_request",
      at: at(seconds),
      body: { requestId, kind: "approval", name: "pay", startedAt: at(0), ...more },
    });
    const says = (seq: number, requestId: string, seconds: number): LogEvent => ({
      seq,
      kind: "input_answer",
      at: at(seconds),
      body: { requestId, decision: "approve", by: { name: "Ada" } },
    });
    const waited = (events: LogEvent[], place = 0) => newest(read([...begun, ...events])).tasks[place]?.waitedMs;

    it("counts what it waited for approvals, once where several were open", () => {
      const events = [asks(4, "r", 10), asks(5, "s", 20), says(6, "r", 40), says(7, "s", 50), asks(8, "t", 60)];
      expect(waited(events)).toBe(40_000);
      expect(waited([...events, says(9, "t", 65)])).toBe(45_000);
    });

    it("counts what the whole run was asked, and nothing that another task was", () => {
      expect(waited([asks(4, "r", 10, {}), says(5, "r", 15)])).toBe(5_000);
      expect(waited([asks(4, "r", 10, { taskId: "b" }), says(5, "r", 15)])).toBe(0);
    });

    it("leaves out a form that came before it began", () => {
      const form = [planned(1), asks(2, "r", -30), says(3, "r", -5), told(4, "a", "started", { startedAt: at(0) })];
      expect(newest(read(form)).tasks[0]).toMatchObject({ stage: "working", waitedMs: 0 });
    });
  });

  it("puts tasks that do not wait for each other into one row", () => {
    const { tasks } = newest(read([planned(1)]));
    expect(groupByLevel(tasks).map((level) => level.map(({ taskId }) => taskId))).toEqual([["a", "b"], ["c"]]);
  });
});
