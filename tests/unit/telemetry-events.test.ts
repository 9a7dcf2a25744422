import { expect, it } from "vitest";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import type { RunRow } from "@/lib/server/engine/runs/lease/lease";
import { findInEvents } from "@/lib/server/engine/telemetry/from-events";
import { toSpanId, toTraceId } from "@/lib/server/engine/telemetry/ids";
import { createRunState, type RunState } from "@/lib/server/engine/telemetry/run-state";

const run: RunRow = {
  id: "run_1",
  teamId: "team",
  sessionId: "session_1",
  status: "running",
  reason: null,
  principalId: null,
  keyId: null,
  requestId: null,
  attempt: 1,
  leaseOwner: null,
  leaseUntil: null,
  cancelRequested: false,
  dateCreated: new Date(0),
  dateEnded: null,
};

const at = new Date(10_000).toISOString();
const logged = <K extends LoggedEvent["kind"]>(kind: K, body: Extract<LoggedEvent, { kind: K }>["body"]) =>
  ({ sessionId: run.sessionId, seq: 1, at, kind, body }) as LoggedEvent;

const step = (part: object, prompt: string) =>
  logged("step", {
    stepId: `step of ${JSON.stringify(part)}`,
    messageId: "message_1",
    model: "Model",
    provider: "open_ai",
    purpose: "answer",
    prompt: [{ role: "user", text: prompt }],
    ttftMs: null,
    finishReason: "stop",
    inputTokens: 5,
    outputTokens: null,
    durationMs: 1_000,
    costUsd: null,
    ...part,
  });

const delegated = { taskId: "task_1", delegation: "call_1" };
const events = [
  logged("task", {
    state: "started",
    taskId: "task_1",
    name: "Research",
    agentId: "manager",
    agentName: "Manager",
    startedAt: new Date(1_000).toISOString(),
  }),
  step(delegated, "The key is hunter2-hunter2."),
  logged("tool_result", {
    callId: "call_1",
    name: "delegate_work",
    output: "Done.",
    durationMs: 4_000,
    taskId: "task_1",
  }),
  logged("task", {
    state: "finished",
    taskId: "task_1",
    output: "Done.",
    durationMs: 8_000,
    file: null,
    variable: null,
  }),
];

const agent = (name: string) => ({
  orgId: "org_1",
  id: name,
  name,
  provider: "open_ai",
  model: "gpt-4o",
  secrets: ["hunter2-hunter2"],
  resumed: false,
  startedAt: 2_000,
});

function convert(state: RunState, withContents = false) {
  const { spans } = findInEvents(run, state, events, undefined, withContents);
  return spans.map(({ name, spanId, parentSpanId, contents }) => ({ name, spanId, parentSpanId, contents }));
}

it("puts delegated work below the call that delegates it", () => {
  const state = createRunState();
  state.agents.set("task_1", agent("Manager"));
  state.agents.set("task_1/call_1", agent("Worker"));
  const [task, call, delegation] = [
    toSpanId(run.id, "task", "task_1"),
    toSpanId(run.id, "call", "call_1"),
    toSpanId(run.id, "delegation", "call_1"),
  ];
  expect(convert(state)).toMatchObject([
    { name: "chat gpt-4o", parentSpanId: delegation, contents: {} },
    { name: "invoke_agent Worker", spanId: delegation, parentSpanId: call },
    { name: "execute_tool delegate_work", spanId: call, parentSpanId: task },
    { name: "invoke_agent Manager", spanId: task, parentSpanId: toSpanId(run.id) },
  ]);
});

it("has the same ids in a process that knows nothing of the run, and redacts secrets", () => {
  const [known, resumed] = [createRunState(), createRunState()];
  known.agents.set("task_1/call_1", agent("Worker"));
  const call = { callId: "call_1", name: "delegate_work", input: {}, type: "function", delegates: true } as const;
  resumed.calls.set("call_1", { ...call, startedAt: 3_000 });
  const ids = (spans: { spanId: string; parentSpanId?: string | undefined }[]) =>
    spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]);
  expect(ids(convert(resumed))).toEqual(ids(convert(known)));
  expect(toTraceId(run.id)).toMatch(/^[0-9a-f]{32}$/);
  expect(toTraceId("run_2")).not.toBe(toTraceId(run.id));
  const [chat] = convert(known, true);
  expect(chat?.contents["gen_ai.input.messages"]).toBe(
    '[{"role":"user","parts":[{"type":"text","content":"The key is [secret]."}]}]',
  );
});

it("redacts a secret that the end of a shortened text would cut", () => {
  const state = createRunState();
  state.agents.set("task_1/call_1", agent("Worker"));
  const [output, prompt] = ["o", "p"].map((letter) => `${letter.repeat(47_991)} hunter2-hunter2 and more`);
  const result = { ...logged("tool_result", { callId: "call_1", name: "lookup", output, durationMs: 1 }) };
  const all = [step(delegated, String(prompt)), result];
  const sent = JSON.stringify(findInEvents(run, state, all, undefined, true).spans.map(({ contents }) => contents));
  expect(sent.match(/ \[secret\]… \(truncated\)/g)).toHaveLength(2);
  expect(sent).not.toContain("hunter");
});

it("has no agent for a branch that compares a value or an iteration, and one for a branch whose model classifies", () => {
  const decided = logged("task", {
    state: "finished",
    taskId: "branch_1",
    output: "yes",
    durationMs: 0,
    file: null,
    variable: null,
    taken: { id: "one", name: "One" },
  });
  const started = logged("task", {
    state: "started",
    taskId: "branch_1",
    name: "Route",
    agentId: "classifier",
    agentName: "Classifier",
    startedAt: at,
  });
  const state = createRunState();
  const namesOf = (...logs: LoggedEvent[]) =>
    findInEvents(run, state, logs, undefined, false).spans.map(({ name }) => name);
  expect(namesOf(decided)).toEqual([]);
  const iterated = {
    state: "finished" as const,
    taskId: "branch_2",
    output: "",
    durationMs: 9,
    file: null,
    variable: null,
  };
  expect(namesOf(logged("task", { ...iterated, items: 2 }))).toEqual([]);
  expect(namesOf(started, decided)).toEqual(["invoke_agent Classifier"]);
});
