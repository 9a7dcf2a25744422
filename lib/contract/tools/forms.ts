import { z } from "zod";
import { descriptionField, idField, nameField } from "../base/fields";
import { noteField } from "../base/revisions";
import { inputRequestRules } from "../sessions/input-request-rules";
import { builtinDefinition } from "./kinds/builtin";
import { functionDefinition } from "./kinds/function";
import { httpDefinition } from "./kinds/http";
import { mcpDefinition } from "./kinds/mcp";
import { ragDefinition } from "./kinds/rag";

export const functionNameField = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, "Use 1 to 64 letters, digits, - and _.");

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
  "Choose a tool type.",
);
