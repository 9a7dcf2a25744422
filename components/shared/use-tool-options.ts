import { useEndpoint } from "@/hooks/use-endpoint";
import { useQuietText } from "@/hooks/use-quiet-text";
import { tools } from "@/lib/contract/calls/tools";

/** What a picker of tools shows: those to choose from, and what the chosen ones are called. */
export function useToolOptions(slug: string, chosen: readonly string[]) {
  const { text, quiet, onChange } = useQuietText();
  const params = { resourceSlug: slug };
  const all = useEndpoint(tools.list, { params, query: { limit: 100 }, enabled: chosen.length > 0 });
  const found = useEndpoint(tools.list, { params, query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) } });
  const known = [...(found.data?.tools ?? []), ...(all.data?.tools ?? [])];
  return {
    options: (found.data?.tools ?? [])
      .filter(({ _id }) => !chosen.includes(_id))
      .map(({ _id, name, description, datasourceName, summary }) => ({
        ...{ value: _id, label: name },
        help: datasourceName ? `Asks ${datasourceName}` : description || summary || undefined,
      })),
    nameOf: (id: string): string => known.find(({ _id }) => _id === id)?.name ?? "…",
    emptyText: quiet ? "No further tool of this name." : "Your team has no further tool.",
    search: { text, onChange, loading: found.isPending },
  };
}
