import type { ToolSummary } from "@/lib/contract/tools/outputs";

type DeletedTool = Pick<ToolSummary, "type" | "datasourceName" | "onlySearch">;

/** Returns what is lost with the only tool that searches a connection; undefined for other tools. */
export const searchLoss = ({ datasourceName, onlySearch }: DeletedTool): string | undefined =>
  onlySearch
    ? `It is the only tool that searches “${datasourceName}”: without it, no agent finds anything there. The connection and its documents stay, and a new search tool can be added.`
    : undefined;

/** Returns the consequence of deleting a tool that nothing uses. */
export function describeDeletion(tool: DeletedTool): string {
  const also = searchLoss(tool) ?? (tool.type === "rag" ? "The connection that it searches stays." : undefined);
  return ["Its revisions are deleted too.", also].filter(Boolean).join(" ");
}
