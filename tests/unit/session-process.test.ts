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

  describe("with an iteration", () => {
    const inside = (branch: string, id = "each_item") => ({ within: { branch, cases: [id] } });
    const plan: LogEvent = {
      seq: 1,
      kind: "task",
      body: {
        state: "planned",
        process: "sequential",
        tasks: [
          task("branch_1", [], { name: "Orders", cases: [{ id: "each_item", name: "each item of Orders" }] }),
          task("a", ["branch_1"], inside("branch_1")),
          task("branch_2", ["branch_1", "a"], { cases: [{ id: "yes", name: "Yes" }], ...inside("branch_1") }),
          task("b", ["branch_2"], inside("branch_2", "yes")),
          task("c", ["b"]),
        ],
      },
    };
    const listed = (items: string[]) => told(2, "branch_1", "items", { items, startedAt: "2026-01-01T00:00:00Z" });
    const taken = (id: string) => ({ output: "", durationMs: 0, file: null, variable: null, taken: { id, name: id } });
    const ended = (runStatus: string): LogEvent => ({
      seq: 99,
      kind: "status",
      body: { status: runStatus, runStatus },
    });
    const progress = (log: SessionLog) => newest(log).tasks.map((one) => one.progress);
    const three = [plan, listed(["x", "y", "z"])];

    it("has a task for each item once the list is known, and combines their stages", () => {
      expect(stages(read([plan]))).toEqual(["ahead", "ahead", "ahead", "ahead", "ahead"]);
      expect(progress(read([plan]))).toEqual([null, null, null, null, null]);
      const log = read([...three, told(3, "a.1", "started"), told(4, "a.1", "finished"), told(5, "a.3", "started")]);
      expect(stages(log)).toEqual(["working", "working", "ahead", "ahead", "ahead"]);
      expect(newest(log).tasks[0]).toMatchObject({ list: ["x", "y", "z"], items: [] });
      expect(newest(log).tasks[1]?.items.map(({ taskId, stage, item }) => [taskId, stage, item?.text])).toEqual([
        ["a.1", "done", "x"],
        ["a.2", "ahead", "y"],
        ["a.3", "working", "z"],
      ]);
      expect(progress(log).slice(0, 3)).toEqual([
        { finished: 0, skipped: 0, count: 3 },
        { finished: 1, skipped: 0, count: 3 },
        { finished: 0, skipped: 0, count: 3 },
      ]);
    });

    it("skips what a branch leaves out for an item", () => {
      const log = read([
        ...three,
        told(3, "a.1", "finished"),
        told(4, "branch_2.1", "finished", taken("default")),
        told(5, "branch_2.2", "finished", taken("yes")),
      ]);
      expect(newest(log).tasks[3]?.items.map(({ stage }) => stage)).toEqual(["skipped", "ahead", "ahead"]);
      expect(stages(log)).toEqual(["working", "working", "working", "ahead", "ahead"]);
      expect(newest(log).tasks[0]?.progress).toEqual({ finished: 1, skipped: 0, count: 3 });
      expect(newest(log).tasks[3]?.progress).toEqual({ finished: 0, skipped: 1, count: 3 });
      const all = [1, 2, 3].map((item) => told(5 + item, `branch_2.${item}`, "finished", taken("default")));
      expect(stages(read([...three, ...all]))).toEqual(["working", "ahead", "done", "skipped", "ahead"]);
    });

    it("shows an item that fails, asks or is called just now", () => {
      const running = [...three, told(3, "a.1", "started"), told(4, "a.2", "started")];
      const call = { callId: "x", name: "pay", input: {}, taskId: "a.2" };
      const calling = read([...running, { seq: 5, kind: "tool_call", body: call }]);
      expect(newest(calling).tasks[1]?.items.map(({ doing }) => doing)).toEqual([null, "Calling pay", null]);
      const request = { requestId: "r", kind: "form", name: "A", taskId: "a.3", form: { fields: [] }, startedAt: "" };
      const asking = read([...running, { seq: 5, kind: "input_request", body: request }]);
      expect(stages(asking).slice(0, 2)).toEqual(["working", "asks"]);
      expect(buildThread(asking).map((one) => one.type === "request" && one.request.item)).toEqual([false, "z"]);
      const failed = [...running, told(5, "a.2", "failed", { error: "No key" }), ended("error")];
      expect(stages(read(failed))).toEqual(["stopped", "failed", "ahead", "ahead", "ahead"]);
      expect(newest(read(failed)).tasks[1]?.items.map(({ stage }) => stage)).toEqual(["stopped", "failed", "ahead"]);
    });

    it("stops between two items when its run is canceled", () => {
      const log = read([...three, told(3, "a.1", "finished"), ended("cancelled")]);
      expect(stages(log)).toEqual(["stopped", "stopped", "ahead", "ahead", "ahead"]);
    });

    it("skips its tasks if the list is empty, and takes 100 items", () => {
      const none = read([plan, listed([]), told(3, "branch_1", "finished", { output: "0 items" })]);
      expect(stages(none)).toEqual(["done", "skipped", "skipped", "skipped", "ahead"]);
      expect(progress(none)).toEqual([{ finished: 0, skipped: 0, count: 0 }, null, null, null, null]);
      const items = Array.from({ length: 100 }, (_, i) => `Item ${i}`);
      const steps = items.flatMap((_item, i) => [
        told(3 + 2 * i, `a.${i + 1}`, "finished"),
        told(4 + 2 * i, `branch_2.${i + 1}`, "finished", taken("default")),
      ]);
      const all = read([plan, listed(items), ...steps]);
      expect(stages(all)).toEqual(["working", "done", "done", "skipped", "ahead"]);
      expect(progress(all)[0]).toEqual({ finished: 100, skipped: 0, count: 100 });
      expect(progress(all)[3]).toEqual({ finished: 0, skipped: 100, count: 100 });
    });
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

  it("names the tasks of messages where several tasks or items have some", () => {
    const message = (seq: number, taskId?: string) => ({ seq, kind: "message", body: { _id: `m${seq}`, taskId } });
    const named = (events: LogEvent[]) =>
      buildThread(read(events)).flatMap((item) => (item.type === "message" ? [item.task] : []));
    const one = [message(1), planned(2), message(3, "c")];
    expect(named(one)).toEqual([undefined, undefined]);
    // Each run counts for itself.
    const two = [...one, message(4), planned(5), message(6, "a"), message(7, "b"), message(8, "b")];
    expect(named(two)).toEqual([undefined, undefined, undefined, "A", "B", "B"]);
    expect(named([planned(1), message(2, "c.1"), message(3, "c.2")])).toEqual(["C (item 1)", "C (item 2)"]);
    expect(named([planned(1), message(2, "gone"), message(3, "a")])).toEqual([undefined, "A"]);
    expect(named([planned(1), message(2), message(3)])).toEqual([undefined, undefined]);
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
