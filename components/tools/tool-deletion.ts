import type { ToolSummary } from "@/lib/contract/tools";

type Deleted = Pick<ToolSummary, "type" | "datasourceName" | "onlySearch">;

/** What is lost with the only tool that searches a connection; undefined for every other tool. */
export const searchLoss = ({ datasourceName, onlySearch }: Deleted): string | undefined =>
  onlySearch
    ? `It is the only tool that searches “${datasourceName}”: without it, no agent finds anything there. The connection and its documents stay, and a new search tool can be added.`
    : undefined;

/** What follows from deleting a tool that nothing uses. */
export function deletionOf(tool: Deleted): string {
  const also = searchLoss(tool) ?? (tool.type === "rag" ? "The connection that it searches stays." : undefined);
  return ["Its revisions are deleted too.", also].filter(Boolean).join(" ");
}
