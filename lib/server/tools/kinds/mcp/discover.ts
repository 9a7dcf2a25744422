import type { McpTool } from "@/lib/contract/tool-kinds/mcp";
import { cutText } from "@/lib/utils/cut-text";
import type { ToolContext } from "../context";
import { readSchemas } from "../read-schemas";
import { ToolError } from "../tool-error";
import { type McpPlace, type McpSecrets, withMcp } from "./connect";

export interface McpDiscovery {
  server: { name: string; version: string };
  tools: McpTool[];
  problems: string[];
}

/** Asks an MCP server who it is and what it offers. Throws a `ToolError` at `url` or at a header. */
export async function discoverMcp(place: McpPlace, secrets: McpSecrets, ctx: ToolContext): Promise<McpDiscovery> {
  try {
    return await discovered(place, secrets, ctx);
  } catch (error) {
    if (!(error instanceof ToolError) || error.field !== undefined) throw error;
    throw new ToolError(error.message, { field: "url", cause: error });
  }
}

function discovered(place: McpPlace, secrets: McpSecrets, ctx: ToolContext): Promise<McpDiscovery> {
  return withMcp(place, secrets, ctx, async ({ client, host, signal, ask }) => {
    const info = client.getServerVersion();
    const server = {
      name: cutText(info?.title ?? info?.name ?? host, 200),
      version: cutText(info?.version ?? "", 50),
    };
    if (!client.getServerCapabilities()?.tools)
      return { server, tools: [], problems: ["This server offers no tools."] };
    const { tools } = await ask((options) => client.listTools(undefined, options));
    return { server, ...(await readSchemas("tools", { tools }, { teamId: ctx.teamId, signal, field: "url" })) };
  });
}
