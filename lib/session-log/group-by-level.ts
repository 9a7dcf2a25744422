interface Placed {
  taskId: string;
  waitsFor: readonly string[];
}

/** Groups tasks by their distance from the start: those of one level can run at the same time. */
export function groupByLevel<T extends Placed>(tasks: readonly T[]): T[][] {
  const levels: T[][] = [];
  const levelOf = new Map<string, number>();
  for (const task of tasks) {
    const level = Math.max(0, ...task.waitsFor.map((id) => (levelOf.get(id) ?? -1) + 1));
    levelOf.set(task.taskId, level);
    const row = levels[level] ?? [];
    row.push(task);
    levels[level] = row;
  }
  return levels;
}
