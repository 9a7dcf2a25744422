import type { McpDefinition } from "@/lib/contract/tools/kinds/mcp";
import { isObject } from "@/lib/utils/json/is-object";
import { truncate } from "@/lib/utils/text/truncate";
import type { ToolContext } from "../shared/context";
import { ToolError } from "../shared/tool-error";
import { type Connected, type McpSecrets, withMcp } from "./connect";
import { toMcpError } from "./failure";
import { type McpResult, readResult } from "./read-result";

/** Returns a clearer error if the call failed because the server's tools have changed. */
async function explainFailure(failure: ToolError, name: string, { client, host, ask }: Connected): Promise<ToolError> {
  const tools = await ask((options) => client.listTools(undefined, options)).then(
    (list) => list.tools,
    () => undefined,
  );
  if (!tools || tools.some((tool) => tool.name === name)) return failure;
  return new ToolError(`${host} no longer offers the function “${name}”. Reload its functions.`);
}

/**
 * Calls one tool of an MCP server. Throws a `ToolError` whose message the model reads; secrets are redacted from results and
 * errors.
 */
export async function callMcp(
  definition: Pick<McpDefinition, "url" | "headers" | "allowedTools">,
  name: string,
  args: unknown,
  secrets: McpSecrets,
  ctx: ToolContext,
): Promise<McpResult> {
  if (!definition.allowedTools.includes(name)) throw new ToolError(`The function “${name}” isn't enabled.`);
  if (!isObject(args) || Array.isArray(args)) throw new ToolError("The arguments must be an object.");
  return withMcp(definition, secrets, ctx, async (connected) => {
    const { client, host, signal, ask } = connected;
    try {
      const result = await ask((options) => client.callTool({ name, arguments: args }, options));
      const read = readResult(result);
      if (!result.isError) return read;
      const message = read.text || JSON.stringify(read.structured ?? null);
      throw new ToolError(message === "" ? `“${name}” failed without an error message.` : truncate(message, 2_000));
    } catch (error) {
      if (signal.aborted) throw error;
      throw await explainFailure(toMcpError(error, host), name, connected);
    }
  });
}
