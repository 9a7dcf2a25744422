import { z } from "zod";
import { callTimeout, headersField, toolAddress } from "./fields";

const toolName = z.string().min(1).max(200);

/** A tool as last described by its server. */
export const mcpTool = z.object({
  name: toolName,
  title: z.string().max(200).nullable(),
  description: z.string().max(4_000),
  /** JSON Schema of its arguments, as passed to models. */
  parameters: z.record(z.string(), z.unknown()),
  /** The server's own hints, unverified. */
  readOnly: z.boolean(),
  destructive: z.boolean(),
  problems: z.array(z.string()).max(100),
});
export type McpTool = z.output<typeof mcpTool>;

export const mcpDefinition = z.object({
  url: toolAddress,
  /** Their values are credentials: stored encrypted, shown masked, and passed to calls as `headers.<name>`. */
  headers: headersField,
  /** Empty: all tools that the server offers when the definition is saved. */
  allowedTools: z.array(toolName, "Choose functions.").max(200, "Choose up to 200 functions.").default([]),
  /** Tools whose calls require approval. */
  approvalTools: z.array(toolName).max(200).default([]),
  /** The allowed tools as described. */
  tools: z.array(mcpTool).max(200).default([]),
  timeoutMs: callTimeout,
});
export type McpDefinition = z.output<typeof mcpDefinition>;

export const mcpSecretFields = ({ headers }: Pick<McpDefinition, "headers">): string[] =>
  Object.keys(headers).map((name) => `headers.${name}`);
