import type { ToolPart, TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import { createNumbering, toSnakeCase } from "../shared/names";
import { readBuiltin, readFunction, readMcp } from "../shared/read-tool";
import type { Verdict } from "../shared/report";

/** CrewAI's own tools that do the same as built-in ones. */
const own: Record<string, readonly [name: string, verdict: Verdict]> = {
  webPage: ["ScrapeWebsiteTool", ["approximated", "CrewAI's ScrapeWebsiteTool does something similar."]],
  arxiv: ["ArxivPaperTool", ["approximated", "CrewAI's ArxivPaperTool does something similar."]],
};

/** What an agent gets for a tool: a name in its `tools`, a server in its `mcps`, or nothing. */
export type CrewTool = { verdict: Verdict } & (
  | { kind: "own" | "custom"; name: string }
  | { kind: "server"; server: Record<string, unknown> }
  | { kind: "none" }
);

const refuse = (what: string): CrewTool => ({
  kind: "none",
  verdict: ["needs", `Muster asks a person before its calls, and CrewAI can't. No agent has it. ${what}`],
});

function toServer(tool: ToolPart): CrewTool | undefined {
  const server = readMcp(tool);
  if (!server) return undefined;
  const { url, headers, allowed, asks } = server;
  const hasFilter = allowed.length > 0;
  if (tool.requireApproval || (asks && !hasFilter))
    return refuse("Add its server to “mcps” without approvals, or leave it out.");
  const filter = { type: "static", allowed_tool_names: allowed };
  const sentences = [
    "An MCP server of the agents. A task's own server isn't exported.",
    asks && "Functions that need approval are left out.",
    headers.length > 0 && `Add its headers: ${headers.join(", ")}.`,
  ];
  return {
    kind: "server",
    server: { url, streamable: true, ...(hasFilter && { tool_filter: filter }) },
    verdict: [headers.length > 0 ? "needs" : "approximated", sentences.filter(Boolean).join(" ")],
  };
}

function toCustom(tool: ToolPart, name: string): CrewTool {
  const place = `tools/${name}.py`;
  const asks = tool.requireApproval ? " It asks in the terminal before each call." : "";
  if (readBuiltin(tool) === "dateTime")
    return {
      kind: "custom",
      name,
      verdict: ["approximated", `${place} tells the time, but doesn't calculate.${asks}`],
    };
  const code = readFunction(tool);
  if (code?.language === "python")
    return {
      kind: "custom",
      name,
      verdict: ["approximated", `Its code is in ${place}. It runs without Muster's sandbox and host list.${asks}`],
    };
  const what = code ? "It's JavaScript. Write it in Python" : "Write what it does";
  return { kind: "custom", name, verdict: ["needs", `${what} in ${place}. Until then, its calls fail.${asks}`] };
}

/** What stands for each of the file's tools in CrewAI, by its name in the file. */
export function planTools({ tools }: TransferFile): Map<string, CrewTool> {
  const number = createNumbering();
  return new Map(
    tools.map((tool) => {
      const name = getLocalName(tool);
      const [ownName, verdict] = own[readBuiltin(tool)] ?? [];
      if (ownName && verdict) {
        const planned: CrewTool = tool.requireApproval
          ? refuse(`Add ${ownName} to its “tools” without approvals, or leave it out.`)
          : { kind: "own", name: ownName, verdict };
        return [name, planned];
      }
      return [name, toServer(tool) ?? toCustom(tool, number(toSnakeCase(name, "tool"), "_"))];
    }),
  );
}
