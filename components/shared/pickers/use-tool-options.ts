import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { tools } from "@/lib/contract/tools/calls";
import type { ToolSummary } from "@/lib/contract/tools/outputs";

/** Tools that search a data source, the others, or all. */
export type ToolKind = "knowledge" | "other" | "all";

const filters = { knowledge: { type: "rag" }, other: { exceptType: "rag" }, all: {} } as const;

const nouns = { knowledge: "data sources", other: "tools", all: "tools" } as const;

/** Knowledge is named by its data source. */
const toOption = (kind: ToolKind, { _id, name, description, datasourceName, summary }: ToolSummary) =>
  kind === "knowledge"
    ? { value: _id, label: datasourceName ?? name, help: name }
    : {
        value: _id,
        label: name,
        help: datasourceName ? `Searches ${datasourceName}` : description || summary || undefined,
      };

/** Options of a tool picker, and the chosen tools of this kind; unknown ones count as tools. */
export function useToolOptions(slug: string, chosen: readonly string[], kind: ToolKind) {
  const { text, debounced, onChange } = useDebouncedText();
  const params = { resourceSlug: slug };
  const all = useEndpoint(tools.list, { params, query: { limit: 100 }, enabled: chosen.length > 0 });
  const searchQuery = useEndpoint(tools.list, {
    params,
    query: { limit: 50, sort: "name", ...filters[kind], ...(debounced && { q: debounced }) },
  });
  const found = searchQuery.data?.tools ?? [];
  const loaded = new Map([...found, ...(all.data?.tools ?? [])].map((tool) => [tool._id, tool]));
  const isOfKind = (id: string): boolean =>
    kind === "all" || (loaded.get(id)?.type === "rag") === (kind === "knowledge");
  return {
    options: found.filter(({ _id }) => !chosen.includes(_id)).map((tool) => toOption(kind, tool)),
    chosen: chosen.filter(isOfKind).map((id) => {
      const tool = loaded.get(id);
      return { value: id, label: tool ? toOption(kind, tool).label : "…" };
    }),
    emptyText: debounced ? `No matching ${nouns[kind]}.` : `All ${nouns[kind]} are already added.`,
    search: { text, onChange, loading: searchQuery.isPending },
  };
}
