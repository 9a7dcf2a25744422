import { z } from "zod";
import { branchSchema, withinSchema } from "../apps/branch";
import { eventBody, missing } from "./body";
import { messageBody } from "./messages";

const plannedTask = z.object({
  taskId: z.string(),
  name: z.string(),
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  model: z.string().nullable(),
  /** The tasks that it waits for. */
  waitsFor: z.array(z.string()),
  /** A person fills in a form before it begins. */
  asks: z.boolean(),
  /** The task's texts are part of the answer. */
  shown: z.boolean(),
  /** Only the task's final text is shown. */
  onlyFinal: z.boolean(),
  /** Of a branch; an iteration has one case. */
  cases: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  /** It is skipped when the branch takes another case. */
  within: withinSchema.optional(),
});

const processKind = z.enum(["sequential", "hierarchical"]);

/** The process as defined when its run started. */
const planSchema = z.object({
  process: processKind,
  fullOutput: z.boolean(),
  managerModelId: z.string().nullable(),
  agentIds: z.array(z.string()),
  taskIds: z.array(z.string()),
  /** By task id: earlier tasks that it waits for, besides its own context. */
  after: z.record(z.string(), z.array(z.string())).optional(),
  branches: z.array(branchSchema).optional(),
  within: z.record(z.string(), withinSchema).optional(),
});
export type Plan = z.output<typeof planSchema>;

const planned = eventBody({
  ...missing,
  state: z.literal("planned"),
  runId: z.string(),
  /** The process's revision, unless it is unsaved. */
  appRevision: z.number().optional(),
  process: processKind,
  /** Absent if the body is missing. */
  plan: planSchema.optional(),
  /** The model that leads a hierarchical process. */
  manager: z.object({ model: z.string().nullable() }).nullable().optional(),
  /** Names of the agents that a hierarchical process can delegate to. */
  agents: z.array(z.string()).optional(),
  tasks: z.array(plannedTask),
});

const started = eventBody({
  ...missing,
  state: z.literal("started"),
  taskId: z.string(),
  name: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  startedAt: z.string(),
});

/** An answer whose message is logged later, once its validity and its file are known. */
const answered = eventBody({
  ...missing,
  state: z.literal("answered"),
  taskId: z.string(),
  /** Absent if the body is missing. */
  message: z.object({ kind: z.literal("message"), messageId: z.string().optional(), body: messageBody }).optional(),
});

/** The output did not match the schema and is requested again. */
const repair = eventBody({ ...missing, state: z.literal("repair"), taskId: z.string(), problem: z.string() });

const finished = eventBody({
  ...missing,
  state: z.literal("finished"),
  taskId: z.string(),
  output: z.string(),
  durationMs: z.number(),
  file: z.object({ fileId: z.string(), filename: z.string(), mimeType: z.string() }).nullable(),
  /** The variable that the output went to. */
  variable: z.string().nullable(),
  /** The case that a branch has taken. */
  taken: z.object({ id: z.string(), name: z.string() }).optional(),
  /** Of an iteration: the number of its items. */
  items: z.number().optional(),
});

/** The items of an iteration, each of which has the steps in it. */
const items = eventBody({
  ...missing,
  state: z.literal("items"),
  taskId: z.string(),
  items: z.array(z.string()),
  startedAt: z.string(),
});

const failed = eventBody({ ...missing, state: z.literal("failed"), taskId: z.string(), error: z.string() });

/** The progress of a process, or of one of its tasks. In an iteration, `.` and the item's number follow the ID of a task. */
export const taskBody = z.discriminatedUnion("state", [planned, started, answered, repair, items, finished, failed]);
export type TaskBody = z.output<typeof taskBody>;
export type PlannedBody = z.output<typeof planned>;
