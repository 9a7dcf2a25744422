import type { LoggedKind } from "@/lib/contract/session-events/events";
import type { InputRequest } from "@/lib/contract/session-events/requests";
import { buildAnswerEvents } from "@/lib/server/engine/runs/answer-form";
import { loopNotice } from "@/lib/server/engine/runs/calls/guards";
import type { OpenCall } from "@/lib/server/engine/runs/calls/open-calls";
import type { EngineTool } from "@/lib/server/engine/runs/calls/tools";
import type { LoadedAgent } from "@/lib/server/engine/runs/context/load";
import type { NewEvent } from "@/lib/server/engine/runs/log/events";
import { retrievalEvent } from "@/lib/server/engine/runs/log/passages";
import type { LiveText } from "@/lib/server/engine/runs/log/writer";
import {
  approvalRequest,
  budgetRequest,
  formRequest,
  type RequestState,
  repeatRequest,
} from "@/lib/server/engine/runs/outcome/requests";
import { answeredEvent } from "@/lib/server/engine/runs/process/state";
import { callEvents, messageEvent, stepEvent } from "@/lib/server/engine/runs/steps/step-events";

const now = "2026-01-01T00:00:00.000Z";
/** As much of what a run has loaded and of a text that it writes as events are made of. */
const loaded: LoadedAgent = JSON.parse(
  `{"agent":{"id":"agent_1","name":"Guide"},"model":{"id":"model_1","name":"Small","type":"demo","inputPrice":1,"outputPrice":2}}`,
);
const live: LiveText = JSON.parse(`{"messageId":"message_2","sessionId":"session_1","text":"Until 22:00 [1]."}`);
const usage = { inputTokens: 3, outputTokens: 5, costUsd: 0.1, estimated: true };
const facts = {
  ttftMs: 1,
  finishReason: "stop",
  inputTokens: 3,
  outputTokens: 5,
  durationMs: 9,
  estimated: true,
} as const;
const tool: EngineTool = {
  name: "pay",
  description: "Pays",
  parameters: { type: "object" },
  repeatable: false,
  requireApproval: true,
  asks: { assignee: { type: "role", role: "Team Admin" }, minutes: 5, onDeadline: "pass", passTo: { type: "anyone" } },
  origin: { toolId: "tool_1", revisionId: "revision_1", revision: 1, operation: null },
  execute: async () => "paid",
};
const call = { id: "call_1", name: "pay", input: { amount: 40 } };
const open: OpenCall = {
  call,
  state: "started",
  mayHaveRun: true,
  edited: false,
  startedAt: now,
  lapsed: true,
  part: { taskId: "task_1", delegation: "call_0" },
};
const passage = {
  text: "The quay closes at 22:00.",
  score: 1,
  documentId: "document_1",
  datasourceId: "datasource_1",
  title: "Rules",
  uri: null,
  position: 0,
  page: 1,
  lastPage: null,
  headings: ["Quay"],
  vectorScore: 1,
  textScore: null,
  vectorRank: 1,
  textRank: null,
  number: 1,
};
const search = {
  queries: ["When?"],
  filters: [{ field: "town", op: "in" as const, value: ["A", 1, true] }],
  dropped: [{ ...passage, reason: "Below the threshold" }],
  ms: { embed: 1, vectors: 2, text: 3, total: 6 },
};
const task = { id: "task_1", name: "Plan", asks: null };
const field = {
  name: "town",
  label: "Town",
  type: "select" as const,
  options: ["A"],
  required: true,
  variableId: null,
};

const questions = [
  budgetRequest({
    scope: "team",
    subjectId: "team_1",
    money: 10,
    tokens: null,
    hard: true,
    spentUsd: 11,
    spentTokens: 0,
    text: "Used up.",
    resetsAt: now,
  }),
  formRequest(task, [field]),
  repeatRequest(open, tool),
  approvalRequest(open, tool, "Guide"),
];
const asked = (body: InputRequest): RequestState => ({
  ...body,
  answered: false,
  decision: undefined,
  formValues: undefined,
  reason: undefined,
});
const author = { id: "account_1", name: "Ada", keyId: null };
const [budget, form, repeat, approval] = questions.map(({ body }) => asked(body));
if (!budget || !form || !repeat || !approval) throw new Error("A kind of question is missing.");
const answers = [
  ...buildAnswerEvents(budget, author, { decision: "again", reason: undefined, given: {}, args: undefined }),
  ...buildAnswerEvents(form, author, {
    decision: "respond",
    reason: "So",
    given: { formValues: { town: "A" } },
    args: undefined,
  }),
  ...buildAnswerEvents(repeat, author, { decision: "reject", reason: "No", given: {}, args: undefined }),
  ...buildAnswerEvents(approval, author, {
    decision: "respond",
    reason: "",
    given: { result: [1] },
    args: { amount: 1 },
  }),
];
const message = messageEvent(loaded, live, true, usage, [passage]);
const status = { status: "waiting", reason: null, runId: "run_1" } as const;
const plan = {
  process: "hierarchical",
  fullOutput: true,
  managerModelId: null,
  agentIds: [],
  taskIds: ["task_1"],
} as const;
const ids = { taskId: "task_1", name: "Plan", agentId: null, agentName: "Manager", model: null };

/** What the engine writes, at least one event of each kind; a kind that is not here does not compile. */
export const writtenEvents: Record<LoggedKind, NewEvent[]> = {
  message: [message, messageEvent(loaded, live, false, null)],
  step: [
    stepEvent(loaded, "message_2", [{ role: "system", content: "You are Guide." }], facts),
    stepEvent(
      loaded,
      "message_2",
      [],
      { ...facts, ttftMs: null, inputTokens: null, finishReason: "cut" },
      { reason: "No key" },
    ),
  ],
  tool_call: callEvents([call, { ...call, id: "call_2", invalid: "no" }], [tool], [call]),
  tool_result: answers.filter(({ kind }) => kind === "tool_result"),
  retrieval: [retrievalEvent("Handbook", "When?", search, [passage])],
  task: [
    {
      kind: "task",
      body: {
        state: "planned",
        runId: "run_1",
        process: "hierarchical",
        manager: { model: null },
        agents: ["Guide"],
        plan: { ...plan, agentIds: [...plan.agentIds], taskIds: [...plan.taskIds] },
        tasks: [{ ...ids, waitsFor: [], asks: true, shown: true, onlyFinal: false }],
      },
    },
    {
      kind: "task",
      body: { state: "started", taskId: "task_1", name: "Plan", agentId: "a", agentName: "Guide", startedAt: now },
    },
    answeredEvent("task_1", message),
    { kind: "task", body: { state: "repair", taskId: "task_1", problem: "it is not JSON" } },
    {
      kind: "task",
      body: {
        state: "finished",
        taskId: "task_1",
        output: "Done",
        durationMs: 1,
        variable: "town",
        file: { fileId: "file_1", filename: "Plan.md", mimeType: "text/plain" },
      },
    },
    { kind: "task", body: { state: "items", taskId: "branch_1", items: ["a"], startedAt: now } },
    { kind: "task", body: { state: "failed", taskId: "task_1", error: "No key" } },
  ],
  input_request: questions,
  input_answer: answers.filter(({ kind }) => kind === "input_answer"),
  status: [
    { kind: "status", body: { ...status, runStatus: "completed" } },
    { kind: "status", body: { ...status, runStatus: "waiting", asks: "approval" } },
  ],
  discard: [{ kind: "discard", body: { messageId: "message_3" } }],
  rewind: [{ kind: "rewind", body: { toSeq: 0 } }],
  notice: [
    loopNotice(call),
    { kind: "notice", body: { code: "resumed", text: "Resumed after an interruption." } },
    { kind: "notice", body: { code: "repeating", callId: "call_1", text: "Calling pay again." } },
    {
      kind: "notice",
      body: {
        code: "passed_on",
        requestId: "request_1",
        text: "Reassign.",
        deadline: now,
        assignee: { type: "account", accountId: "account_1", name: "Ada" },
        onDeadline: "end",
      },
    },
  ],
};
