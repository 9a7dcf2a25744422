import type { Tool } from "@modelcontextprotocol/client";
import type { McpTool } from "@/lib/contract/tool-kinds/mcp";
import { cutText } from "@/lib/utils/cut-text";
import type { ToolContext } from "../context";
import { SchemaReader } from "../schema-reader";
import { ToolError } from "../tool-error";
import { type McpPlace, type McpSecrets, withMcp } from "./connect";

export interface McpDiscovery {
  server: { name: string; version: string };
  tools: McpTool[];
  problems: string[];
}

const mostTools = 200;
const mostName = 200;

function toolOf({ name, title, description, inputSchema, annotations }: Tool): McpTool {
  const reader = new SchemaReader(inputSchema);
  const read = reader.read(inputSchema);
  const shown = title ?? annotations?.title;
  return {
    name,
    title: shown ? cutText(shown, 200) : null,
    description: cutText((description ?? "").trim(), 4_000),
    parameters: { ...read, type: "object", properties: read.properties ?? {} },
    readOnly: annotations?.readOnlyHint === true,
    // As MCP has it: what says nothing may destroy.
    destructive: annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false,
    problems: [...reader.problems],
  };
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
  return withMcp(place, secrets, ctx, async ({ client, host, ask }) => {
    const info = client.getServerVersion();
    const server = {
      name: cutText(info?.title ?? info?.name ?? host, 200),
      version: cutText(info?.version ?? "", 50),
    };
    if (!client.getServerCapabilities()?.tools)
      return { server, tools: [], problems: ["This server offers no tools."] };
    const { tools } = await ask((options) => client.listTools(undefined, options));
    const usable = [...new Map(tools.map((tool) => [tool.name, tool])).values()].filter(
      ({ name }) => name.length > 0 && name.length <= mostName,
    );
    const problems = [
      ...(usable.length < tools.length ? ["Tools without a usable name of their own are left out."] : []),
      ...(usable.length > mostTools ? [`Of its ${usable.length} tools only the first ${mostTools} are shown.`] : []),
    ];
    return { server, tools: usable.slice(0, mostTools).map(toolOf), problems };
  });
}
