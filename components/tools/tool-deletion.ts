import type { ToolSummary } from "@/lib/contract/tools/outputs";

type DeletedTool = Pick<ToolSummary, "type" | "datasourceName" | "onlySearch">;

/** Returns what is lost with the only tool that searches a connection; undefined for other tools. */
export const searchLoss = ({ datasourceName, onlySearch }: DeletedTool): string | undefined =>
  onlySearch
    ? `This is the only tool that searches “${datasourceName}”. Without it, agents can't search this data source. The data source and its documents are kept, and you can create a new search tool.`
    : undefined;

/** Returns the consequence of deleting a tool that nothing uses. */
export function describeDeletion(tool: DeletedTool): string {
  const also = searchLoss(tool) ?? (tool.type === "rag" ? "The data source it searches is kept." : undefined);
  return ["This also deletes its revisions and saved arguments.", also].filter(Boolean).join(" ");
}
