import { useEndpoint } from "@/hooks/use-endpoint";
import { tasks } from "@/lib/contract/calls/tasks";
import type { Task } from "@/lib/contract/tasks";

/** The tasks of a process, and for each that comes too early the names of those that it waits for. */
export function useTaskOrder(slug: string, ids: readonly string[] = []) {
  const found = useEndpoint(tasks.list, {
    params: { resourceSlug: slug },
    query: { ids: ids.join(" "), limit: 100 },
    enabled: ids.length > 0,
  });
  const taskOf = (id: string): Task | undefined => found.data?.tasks.find(({ _id }) => _id === id);
  const late = new Map<string, string[]>();
  for (const [place, id] of ids.entries()) {
    const missing = taskOf(id)?.context.filter(({ _id }) => !ids.slice(0, place).includes(_id)) ?? [];
    if (missing.length > 0)
      late.set(
        id,
        missing.map(({ name }) => name),
      );
  }
  return { taskOf, late };
}
