import type { McpTool } from "@/lib/contract/tools/kinds/mcp";
import { truncate } from "@/lib/utils/text/truncate";
import { readSchemas } from "../schemas/read-schemas";
import type { ToolContext } from "../shared/context";
import { ToolError } from "../shared/tool-error";
import { type McpSecrets, type McpTarget, withMcp } from "./connect";

export interface McpDiscovery {
  server: { name: string; version: string };
  tools: McpTool[];
  problems: string[];
}

/** Returns an MCP server's info and tools. Throws a `ToolError` at `url` or a header. */
export async function discoverMcp(place: McpTarget, secrets: McpSecrets, ctx: ToolContext): Promise<McpDiscovery> {
  try {
    return await listServerTools(place, secrets, ctx);
  } catch (error) {
    if (!(error instanceof ToolError) || error.field !== undefined) throw error;
    throw new ToolError(error.message, { field: "url", cause: error });
  }
}

function listServerTools(place: McpTarget, secrets: McpSecrets, ctx: ToolContext): Promise<McpDiscovery> {
  return withMcp(place, secrets, ctx, async ({ client, host, signal, ask }) => {
    const info = client.getServerVersion();
    const server = {
      name: truncate(info?.title ?? info?.name ?? host, 200),
      version: truncate(info?.version ?? "", 50),
    };
    if (!client.getServerCapabilities()?.tools)
      return { server, tools: [], problems: ["This server offers no functions."] };
    const { tools } = await ask((options) => client.listTools(undefined, options));
    return { server, ...(await readSchemas("tools", { tools }, { teamId: ctx.teamId, signal, field: "url" })) };
  });
}
