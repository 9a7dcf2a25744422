import { z } from "zod";
import { callTime, headersField, toolAddress } from "./fields";

const toolName = z.string().min(1).max(200);

/** A tool as its server described it when it was looked at last. */
export const mcpTool = z.object({
  name: toolName,
  title: z.string().max(200).nullable(),
  description: z.string().max(4_000),
  /** JSON Schema of its arguments, as models take it. */
  parameters: z.record(z.string(), z.unknown()),
  /** What the server says of it; nobody has checked that. */
  readOnly: z.boolean(),
  destructive: z.boolean(),
  problems: z.array(z.string()).max(100),
});
export type McpTool = z.output<typeof mcpTool>;

export const mcpDefinition = z.object({
  url: toolAddress,
  /** Their values are credentials: kept sealed, shown masked, and given to a call as `headers.<name>`. */
  headers: headersField,
  /** Empty: all that the server offers when the tool is saved. */
  allowedTools: z.array(toolName, "Choose tools.").max(200, "Choose at most 200 tools.").default([]),
  /** Those of them that wait for a person at each call. */
  approvalTools: z.array(toolName).max(200).default([]),
  /** The allowed ones as they were found. */
  tools: z.array(mcpTool).max(200).default([]),
  timeoutMs: callTime,
});
export type McpDefinition = z.output<typeof mcpDefinition>;

export const mcpSecretFields = ({ headers }: Pick<McpDefinition, "headers">): string[] =>
  Object.keys(headers).map((name) => `headers.${name}`);
