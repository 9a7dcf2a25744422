import { z } from "zod";
import { toolTypes } from "@/lib/constants/tools";
import { isObject } from "@/lib/utils/json/is-object";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  descriptionField,
  empty,
  forceQuery,
  gateOverride,
  idField,
  listPage,
  listQuery,
  nameField,
  trashShapes,
} from "../base/fields";
import { noteField } from "../base/revisions";
import { inputRequestRules } from "../sessions/input-request-rules";
import { functionNameField, toolForm } from "./forms";
import { anyDefinition, headersField, toolAddress } from "./kinds/fields";
import { mcpTool } from "./kinds/mcp";
import {
  comparedSchema,
  httpOperation,
  inputSchema,
  operationSchema,
  outcomeSchema,
  recordedSchema,
  revisionSchema,
  summary,
  toolSchema,
} from "./outputs";
import { tools as policies } from "./policies";

const argsField = z
  .unknown()
  .refine((value) => isObject(value) && !Array.isArray(value), "Send the arguments as an object.");

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({
      datasourceId: idField.optional(),
      type: z.enum(toolTypes).optional(),
      /** Leaves out tools of this type. */
      exceptType: z.enum(toolTypes).optional(),
    }),
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
        ...gateOverride,
        /** The revision that the definition's masks belong to; default: the applied one. */
        basedOn: idField,
        version: z.number().int(),
      })
      .partial(),
    /** The new revision; absent if the definition is unchanged. */
    response: z.object({ revisionId: z.string().optional() }),
  },
  ...trashShapes,
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
        message: "Send the document or its URL.",
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
  applyRevision: { body: z.object(gateOverride), response: empty },
  removeRevision: { body: forceQuery, response: empty },
});

export const tools = withShapes(policies, shapes);
