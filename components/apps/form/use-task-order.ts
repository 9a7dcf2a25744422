import { useEndpoint } from "@/hooks/api/use-endpoint";
import { tasks } from "@/lib/contract/tasks/calls";
import type { Task } from "@/lib/contract/tasks/schemas";

/**
 * Loads the tasks of a process. `lateContext` maps a task that comes too early to the names of the later tasks that it
 * depends on.
 */
export function useTaskOrder(slug: string, ids: readonly string[] = []) {
  const query = useEndpoint(tasks.list, {
    params: { resourceSlug: slug },
    query: { ids: ids.join(" "), limit: 100 },
    enabled: ids.length > 0,
  });
  const findTask = (id: string): Task | undefined => query.data?.tasks.find(({ _id }) => _id === id);
  const lateContext = new Map<string, string[]>();
  for (const [index, id] of ids.entries()) {
    const missing = findTask(id)?.context.filter(({ _id }) => !ids.slice(0, index).includes(_id)) ?? [];
    if (missing.length > 0)
      lateContext.set(
        id,
        missing.map(({ name }) => name),
      );
  }
  return { findTask, lateContext };
}
