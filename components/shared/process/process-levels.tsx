import { ArrowDown } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { groupByLevel } from "@/lib/session-log/group-by-level";
import type { ProcessGraphTask } from "@/lib/session-log/process-graph";
import { cn } from "@/lib/utils/cn";

type LevelTask = Pick<ProcessGraphTask, "taskId" | "waitsFor">;

interface ProcessLevelsProps<T> {
  tasks: readonly T[];
  tile(task: T): ReactNode;
  /** Keeps the tasks of a row next to each other, however narrow it is. */
  compact?: boolean;
}

/** The tasks of a process from top to bottom. Tasks in one row do not depend on each other. */
export function ProcessLevels<T extends LevelTask>({ tasks, tile, compact = false }: ProcessLevelsProps<T>) {
  const columns = compact ? "grid-cols-2" : "@xl:grid-cols-2";
  return (
    <div className={compact ? "grid gap-1" : "@container grid gap-2"}>
      {groupByLevel(tasks).map((level, i) => (
        <Fragment key={level[0]?.taskId}>
          {i > 0 && <ArrowDown aria-hidden className="mx-auto size-4 text-faint" />}
          <ul className={cn("grid grid-cols-1 gap-2", level.length > 1 && columns)}>
            {level.map((task) => (
              <li key={task.taskId} className="min-w-0">
                {tile(task)}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}
