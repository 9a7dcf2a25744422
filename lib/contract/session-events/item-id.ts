/** The id of a task or branch for one item of an iteration, such as `task_a.3`. Items are numbered from 1. */
export const toItemId = (taskId: string, number: number): string => `${taskId}.${number}`;

/** The id of the task or branch itself, and the number of the item; null outside of iterations. */
export function fromItemId(id: string): { taskId: string; item: number | null } {
  const [taskId = id, item] = id.split(".");
  return { taskId, item: item === undefined ? null : Number(item) };
}

/** The name of a task or branch, with the number of the item that it is for, such as `Write (item 3)`. */
export const toItemName = (name: string, item: number | null): string =>
  item === null ? name : `${name} (item ${item})`;
