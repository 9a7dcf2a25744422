import { useEndpoint } from "@/hooks/api/use-endpoint";
import { tasks } from "@/lib/contract/tasks/calls";
import type { Task } from "@/lib/contract/tasks/schemas";

/**
 * Loads the tasks of a process. For each task that comes too early, also returns the names of the tasks it depends on.
 */
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
