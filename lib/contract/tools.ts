import { z } from "zod";
import { revisionNoteMax, toolTypes } from "@/lib/constants/tools";
import { isObject } from "@/lib/utils/is-object";
import { iconSchema } from "./agents";
import { askRules } from "./asks";
import { tools as calls } from "./calls/tools";
import { defineShapes, withShapes } from "./endpoint";
import { added, dateTime, descriptionField, empty, forceQuery, idField, listQuery, nameField, page } from "./fields";
import { builtinDefinition } from "./tool-kinds/builtin";
import { headersField, toolAddress } from "./tool-kinds/fields";
import { functionDefinition } from "./tool-kinds/function";
import { httpDefinition, storedHttpDefinition } from "./tool-kinds/http";
import { mcpDefinition, mcpTool } from "./tool-kinds/mcp";
import { ragDefinition } from "./tool-kinds/rag";

export const functionNameField = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, "Use 1 to 64 letters, digits, - and _.");

const noteField = z.string().trim().max(revisionNoteMax, `Use at most ${revisionNoteMax} characters.`);

/** What every type of tool has beside its definition. */
const common = z.object({
  name: nameField,
  description: descriptionField,
  functionName: functionNameField.optional(),
  requireApproval: z.boolean().default(false),
  /** Who approves, and by when. */
  asks: askRules.nullable().optional(),
  /** Safe to call again; without it the type decides. */
  repeatable: z.boolean().optional(),
  iconId: idField.nullable().optional(),
  note: noteField.optional(),
  /** False: the definition is saved as a revision, and what is applied stays. */
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

/** Parsed once more by the type that the tool has. */
const anyDefinition = z.record(z.string(), z.unknown());

const revisionSchema = z.object({
  _id: z.string(),
  toolId: z.string(),
  number: z.number(),
  /** Null in a list of many, for the older ones. */
  definition: anyDefinition.nullable(),
  note: z.string(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  date: dateTime,
  applied: z.boolean(),
  /** Agents that stay with it whatever is applied. */
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
  asks: askRules.nullable(),
  repeatable: z.boolean(),
  icon: iconSchema,
  iconId: z.string().nullable(),
  /** The applied revision, and its number. */
  revisionId: z.string(),
  revision: z.number(),
  /** A few words on what it does, for lists. */
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

/** One of the functions that models see of a tool. */
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
  /** Both answered the same. */
  same: z.boolean(),
});
export type ComparedInput = z.output<typeof comparedSchema>;

const foundOperation = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  deprecated: z.boolean(),
  problems: z.array(z.string()),
  callable: z.boolean(),
});
export type FoundOperation = z.output<typeof foundOperation>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ datasourceId: idField.optional(), type: z.enum(toolTypes).optional() }),
    response: page("tools", summary),
  },
  get: {
    response: z.object({
      tool: toolSchema,
      revisions: z.array(revisionSchema),
      /** What models see of it. */
      operations: z.array(operationSchema),
      /** Those that have it; null follows the applied revision. */
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
        asks: askRules.nullable(),
        repeatable: z.boolean(),
        iconId: idField.nullable(),
        definition: anyDefinition,
        note: noteField,
        apply: z.boolean(),
        /** The revision whose masks the definition holds; without it the applied one. */
        basedOn: idField,
        version: z.number().int(),
      })
      .partial(),
    /** The revision that the tool has now been saved as; absent where the definition is the one that was there. */
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
    /** The text of an OpenAPI document, or where it can be loaded from. */
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
      operations: z.array(foundOperation),
      problems: z.array(z.string()),
      /** As it was loaded. */
      document: z.string().optional(),
    }),
  },
  discover: {
    /** `toolId`: the stored tool whose headers' masks were sent. */
    body: z.object({ url: toolAddress, headers: headersField, toolId: idField.optional() }),
    response: z.object({
      server: z.object({ name: z.string(), version: z.string() }),
      tools: z.array(mcpTool),
      problems: z.array(z.string()),
    }),
  },
  compare: {
    /** `confirm`: the tool is called although that may change something somewhere. */
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

export const tools = withShapes(calls, shapes);
