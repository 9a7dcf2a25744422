import type { McpDefinition } from "@/lib/contract/tool-kinds/mcp";
import { cutText } from "@/lib/utils/cut-text";
import { isObject } from "@/lib/utils/is-object";
import type { ToolContext } from "../context";
import { ToolError } from "../tool-error";
import { type Connected, type McpSecrets, withMcp } from "./connect";
import { mcpFailure } from "./failure";
import { type McpResult, readResult } from "./read-result";

/** Where a call failed because the server has changed, that says more than the server's own words. */
async function goneOr(failure: ToolError, name: string, { client, host, ask }: Connected): Promise<ToolError> {
  const tools = await ask((options) => client.listTools(undefined, options)).then(
    (list) => list.tools,
    () => undefined,
  );
  if (!tools || tools.some((tool) => tool.name === name)) return failure;
  return new ToolError(`${host} does not offer the tool "${name}" any more. Look at its tools again.`);
}

/**
 * Calls one tool of an MCP server. Throws a `ToolError` whose sentence the model reads; a secret is in no result and in no
 * error.
 */
export async function callMcp(
  definition: Pick<McpDefinition, "url" | "headers" | "allowedTools">,
  name: string,
  args: unknown,
  secrets: McpSecrets,
  ctx: ToolContext,
): Promise<McpResult> {
  if (!definition.allowedTools.includes(name)) throw new ToolError(`The tool "${name}" was not chosen here.`);
  if (!isObject(args) || Array.isArray(args)) throw new ToolError("The arguments must be an object.");
  return withMcp(definition, secrets, ctx, async (connected) => {
    const { client, host, signal, ask } = connected;
    try {
      const result = await ask((options) => client.callTool({ name, arguments: args }, options));
      const read = readResult(result);
      if (!result.isError) return read;
      const said = read.text || JSON.stringify(read.structured ?? null);
      throw new ToolError(said === "" ? `"${name}" failed without saying why.` : cutText(said, 2_000));
    } catch (error) {
      if (signal.aborted) throw error;
      throw await goneOr(mcpFailure(error, host), name, connected);
    }
  });
}
