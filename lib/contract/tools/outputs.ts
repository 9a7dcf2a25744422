import { z } from "zod";
import { toolTypes } from "@/lib/constants/tools";
import { iconSchema } from "../agents/schemas";
import { dateTime, recordFields } from "../base/fields";
import { inputRequestRules } from "../sessions/input-request-rules";
import { builtinDefinition } from "./kinds/builtin";
import { anyDefinition } from "./kinds/fields";
import { functionDefinition } from "./kinds/function";
import { storedHttpDefinition } from "./kinds/http";
import { mcpDefinition } from "./kinds/mcp";
import { ragDefinition } from "./kinds/rag";

const users = z.array(z.object({ _id: z.string(), name: z.string() }));

export const revisionSchema = z.object({
  _id: z.string(),
  toolId: z.string(),
  number: z.number(),
  /** Null for older revisions in a long list. */
  definition: anyDefinition.nullable(),
  note: z.string(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  date: dateTime,
  applied: z.boolean(),
  /** Agents pinned to it. */
  pinnedBy: users,
});
export type Revision = z.output<typeof revisionSchema>;

export const summary = z.object({
  _id: z.string(),
  name: z.string(),
  functionName: z.string(),
  description: z.string(),
  type: z.enum(toolTypes),
  state: z.enum(["pending", "ready", "error"]),
  stateMessage: z.string().nullable(),
  requireApproval: z.boolean(),
  asks: inputRequestRules.nullable(),
  repeatable: z.boolean(),
  icon: iconSchema,
  iconId: z.string().nullable(),
  /** The applied revision, and its number. */
  revisionId: z.string(),
  revision: z.number(),
  /** A short summary for lists. */
  summary: z.string(),
  datasourceId: z.string().nullable(),
  datasourceName: z.string().nullable(),
  /** No other tool searches its datasource. */
  onlySearch: z.boolean(),
  /** Number of agents and tasks that have it. */
  usedBy: z.number(),
  /** The first 50 users of each kind. */
  usedIn: z.object({ agents: users, tasks: users }),
  ...recordFields,
});
export type ToolSummary = z.output<typeof summary>;

const functionTool = summary.extend({ type: z.literal("function"), definition: functionDefinition });
const ragTool = summary.extend({ type: z.literal("rag"), definition: ragDefinition });
const httpTool = summary.extend({ type: z.literal("http"), definition: storedHttpDefinition });
const mcpToolSchema = summary.extend({ type: z.literal("mcp"), definition: mcpDefinition });
const builtinTool = summary.extend({ type: z.literal("builtin"), definition: builtinDefinition });
export const toolSchema = z.discriminatedUnion("type", [functionTool, ragTool, httpTool, mcpToolSchema, builtinTool]);
export type Tool = z.output<typeof toolSchema>;

/** A function of a tool, as models see it. */
export const operationSchema = z.object({
  /** Null: the tool has only this one. */
  operation: z.string().nullable(),
  functionName: z.string(),
  description: z.string(),
  parameters: anyDefinition,
});

export const inputSchema = z.object({
  _id: z.string(),
  name: z.string(),
  operation: z.string().nullable(),
  args: z.unknown(),
  date: dateTime,
});
export type SavedInput = z.output<typeof inputSchema>;

export const recordedSchema = z.object({
  callId: z.string(),
  sessionId: z.string(),
  operation: z.string().nullable(),
  args: z.unknown(),
  at: dateTime,
});

export const outcomeSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  logs: z.array(z.string()),
  durationMs: z.number(),
});
export type ToolOutcome = z.output<typeof outcomeSchema>;

export const comparedSchema = z.object({
  name: z.string(),
  source: z.enum(["saved", "recorded"]),
  operation: z.string().nullable(),
  args: z.unknown(),
  before: outcomeSchema,
  after: outcomeSchema,
  /** Both revisions returned the same result. */
  same: z.boolean(),
});
export type ComparedInput = z.output<typeof comparedSchema>;

export const httpOperation = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  deprecated: z.boolean(),
  problems: z.array(z.string()),
  callable: z.boolean(),
});
export type HttpOperation = z.output<typeof httpOperation>;
