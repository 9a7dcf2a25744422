import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { tools } from "@/lib/contract/tools/calls";

/** Options of a tool picker, and the names of the chosen tools. */
export function useToolOptions(slug: string, chosen: readonly string[]) {
  const { text, debounced, onChange } = useDebouncedText();
  const params = { resourceSlug: slug };
  const all = useEndpoint(tools.list, { params, query: { limit: 100 }, enabled: chosen.length > 0 });
  const searchQuery = useEndpoint(tools.list, {
    params,
    query: { limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const loadedTools = [...(searchQuery.data?.tools ?? []), ...(all.data?.tools ?? [])];
  return {
    options: (searchQuery.data?.tools ?? [])
      .filter(({ _id }) => !chosen.includes(_id))
      .map(({ _id, name, description, datasourceName, summary }) => ({
        value: _id,
        label: name,
        help: datasourceName ? `Searches ${datasourceName}` : description || summary || undefined,
      })),
    findName: (id: string): string => loadedTools.find(({ _id }) => _id === id)?.name ?? "…",
    emptyText: debounced ? "No matching tool." : "All tools are already added.",
    search: { text, onChange, loading: searchQuery.isPending },
  };
}
