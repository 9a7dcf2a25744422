import { z } from "zod";
import { revisionNoteMax, toolTypes } from "@/lib/constants/tools";
import { isObject } from "@/lib/utils/json/is-object";
import { iconSchema } from "../agents/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  dateTime,
  descriptionField,
  empty,
  forceQuery,
  idField,
  listPage,
  listQuery,
  nameField,
} from "../base/fields";
import { inputRequestRules } from "../sessions/input-request-rules";
import { builtinDefinition } from "./kinds/builtin";
import { headersField, toolAddress } from "./kinds/fields";
import { functionDefinition } from "./kinds/function";
import { httpDefinition, storedHttpDefinition } from "./kinds/http";
import { mcpDefinition, mcpTool } from "./kinds/mcp";
import { ragDefinition } from "./kinds/rag";
import { tools as policies } from "./policies";

export const functionNameField = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, "Use 1 to 64 letters, digits, - and _.");

const noteField = z.string().trim().max(revisionNoteMax, `Use at most ${revisionNoteMax} characters.`);

/** The fields of every type of tool. */
const common = z.object({
  name: nameField,
  description: descriptionField,
  functionName: functionNameField.optional(),
  requireApproval: z.boolean().default(false),
  /** Who approves calls, and by when. */
  asks: inputRequestRules.nullable().optional(),
  /** Safe to call again; default: by type. */
  repeatable: z.boolean().optional(),
  iconId: idField.nullable().optional(),
  note: noteField.optional(),
  /** False: saves a revision without applying it. */
  apply: z.boolean().default(true),
});

export const functionForm = common.extend({ type: z.literal("function"), definition: functionDefinition });
export const ragForm = common.extend({ type: z.literal("rag"), definition: ragDefinition });
export const httpForm = common.extend({ type: z.literal("http"), definition: httpDefinition });
export const mcpForm = common.extend({ type: z.literal("mcp"), definition: mcpDefinition });
export const builtinForm = common.extend({ type: z.literal("builtin"), definition: builtinDefinition });

export const toolForm = z.discriminatedUnion(
  "type",
  [functionForm, ragForm, httpForm, mcpForm, builtinForm],
  "Choose what kind of tool it is.",
);

/** Parsed again by the tool's type. */
const anyDefinition = z.record(z.string(), z.unknown());

const revisionSchema = z.object({
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
  pinnedBy: z.array(z.object({ _id: z.string(), name: z.string() })),
});
export type Revision = z.output<typeof revisionSchema>;

const summary = z.object({
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
  /** Agents that have it. */
  usedBy: z.number(),
  updatedByName: z.string().nullable(),
  version: z.number(),
  dateCreated: dateTime,
  dateUpdated: dateTime,
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
const operationSchema = z.object({
  /** Null: the tool has only this one. */
  operation: z.string().nullable(),
  functionName: z.string(),
  description: z.string(),
  parameters: anyDefinition,
});

const inputSchema = z.object({
  _id: z.string(),
  name: z.string(),
  operation: z.string().nullable(),
  args: z.unknown(),
  date: dateTime,
});
export type SavedInput = z.output<typeof inputSchema>;

const recordedSchema = z.object({
  callId: z.string(),
  sessionId: z.string(),
  operation: z.string().nullable(),
  args: z.unknown(),
  at: dateTime,
});

const outcomeSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  logs: z.array(z.string()),
  durationMs: z.number(),
});
export type ToolOutcome = z.output<typeof outcomeSchema>;

const argsField = z
  .unknown()
  .refine((value) => isObject(value) && !Array.isArray(value), "Send the arguments as an object.");

const comparedSchema = z.object({
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

const httpOperation = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  deprecated: z.boolean(),
  problems: z.array(z.string()),
  callable: z.boolean(),
});
export type HttpOperation = z.output<typeof httpOperation>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ datasourceId: idField.optional(), type: z.enum(toolTypes).optional() }),
    response: listPage("tools", summary),
  },
  get: {
    response: z.object({
      tool: toolSchema,
      revisions: z.array(revisionSchema),
      /** Its functions, as models see them. */
      operations: z.array(operationSchema),
      /** Agents that have it; null: following the applied revision. */
      agents: z.array(z.object({ _id: z.string(), name: z.string(), revisionId: z.string().nullable() })),
      inputs: z.array(inputSchema),
    }),
  },
  revision: { response: z.object({ revision: revisionSchema }) },
  recorded: { response: z.object({ calls: z.array(recordedSchema) }) },
  add: { body: toolForm, response: added },
  edit: {
    body: z
      .object({
        name: nameField,
        description: descriptionField.unwrap(),
        functionName: functionNameField,
        requireApproval: z.boolean(),
        asks: inputRequestRules.nullable(),
        repeatable: z.boolean(),
        iconId: idField.nullable(),
        definition: anyDefinition,
        note: noteField,
        apply: z.boolean(),
        /** The revision that the definition's masks belong to; default: the applied one. */
        basedOn: idField,
        version: z.number().int(),
      })
      .partial(),
    /** The new revision; absent if the definition is unchanged. */
    response: z.object({ revisionId: z.string().optional() }),
  },
  duplicate: { response: added },
  remove: { body: forceQuery, response: empty },
  test: {
    body: z.object({
      args: argsField,
      operation: z.string().max(200).nullable().optional(),
      revisionId: idField.optional(),
      definition: anyDefinition.optional(),
    }),
    response: outcomeSchema,
  },
  tryOut: {
    body: z.object({
      type: z.enum(toolTypes),
      definition: anyDefinition,
      args: argsField,
      operation: z.string().max(200).nullable().optional(),
    }),
    response: outcomeSchema,
  },
  readDocument: {
    /** The text of an OpenAPI document, or its URL. */
    body: z
      .object({ document: z.string().max(5_000_000).optional(), address: toolAddress.optional() })
      .refine(({ document, address }) => (document === undefined) !== (address === undefined), {
        path: ["document"],
        message: "Give the document, or its address.",
      }),
    response: z.object({
      title: z.string(),
      version: z.string(),
      servers: z.array(z.string()),
      operations: z.array(httpOperation),
      problems: z.array(z.string()),
      /** The loaded document. */
      document: z.string().optional(),
    }),
  },
  discover: {
    /** `toolId`: the stored tool that masked headers belong to. */
    body: z.object({ url: toolAddress, headers: headersField, toolId: idField.optional() }),
    response: z.object({
      server: z.object({ name: z.string(), version: z.string() }),
      tools: z.array(mcpTool),
      problems: z.array(z.string()),
    }),
  },
  compare: {
    /** `confirm`: call the tool although it may have side effects. */
    body: z.object({ revisionId: idField, confirm: z.boolean().optional() }),
    response: z.object({ results: z.array(comparedSchema), left: z.number() }),
  },
  addInput: {
    body: z.object({ name: nameField, operation: z.string().max(200).nullable().optional(), args: argsField }),
    response: added,
  },
  removeInput: { response: empty },
  applyRevision: { response: empty },
  removeRevision: { body: forceQuery, response: empty },
});

export const tools = withShapes(policies, shapes);
