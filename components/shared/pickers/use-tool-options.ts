import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { tools } from "@/lib/contract/tools/calls";

/** Options of a tool picker, and the names of the chosen tools. */
export function useToolOptions(slug: string, chosen: readonly string[]) {
  const { text, quiet, onChange } = useDebouncedText();
  const params = { resourceSlug: slug };
  const all = useEndpoint(tools.list, { params, query: { limit: 100 }, enabled: chosen.length > 0 });
  const found = useEndpoint(tools.list, { params, query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) } });
  const known = [...(found.data?.tools ?? []), ...(all.data?.tools ?? [])];
  return {
    options: (found.data?.tools ?? [])
      .filter(({ _id }) => !chosen.includes(_id))
      .map(({ _id, name, description, datasourceName, summary }) => ({
        value: _id,
        label: name,
        help: datasourceName ? `Asks ${datasourceName}` : description || summary || undefined,
      })),
    nameOf: (id: string): string => known.find(({ _id }) => _id === id)?.name ?? "…",
    emptyText: quiet ? "No further tool of this name." : "Your team has no further tool.",
    search: { text, onChange, loading: found.isPending },
  };
}
