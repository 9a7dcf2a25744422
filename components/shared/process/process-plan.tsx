import { Hand, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ProcessLevels } from "./process-levels";
import { UpcomingTask, type UpcomingTaskProps } from "./upcoming-task";

interface ProcessPlanProps {
  /** In the order of the process. `context` contains the earlier tasks that a task depends on. */
  tasks: readonly (UpcomingTaskProps["task"] & { _id: string })[];
  /** The manager of a hierarchical process. */
  manager: UpcomingTaskProps["manager"];
  /** Names of the agents that the manager delegates to. */
  delegatesTo: readonly string[];
  /** Puts the tasks into a box, such as one that scrolls. */
  box?: (levels: ReactNode) => ReactNode;
}

/** The tasks of a process before it is started, in levels, with their agents, tools and input forms. */
export function ProcessPlan({ tasks, manager, delegatesTo, box = (levels) => levels }: ProcessPlanProps) {
  const earlier = tasks.map(({ _id }) => _id);
  const placed = tasks.map((task, i) => ({
    taskId: task._id,
    task,
    number: i + 1,
    waitsFor: task.context.map(({ _id }) => _id),
  }));
  return (
    <section aria-label="Tasks" className="grid grid-cols-1 gap-3 rounded-card border bg-surface p-4 text-left">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold">
          <Workflow aria-hidden className="size-4 text-muted" /> Tasks
        </h2>
        {manager && <Badge>Hierarchical (manager agent)</Badge>}
        <p className="flex items-center gap-1.5 text-muted text-secondary tabular-nums">
          {pluralize(tasks.length, "task")}
          {tasks.some(({ requiresHumanInput }) => requiresHumanInput) && (
            <>
              , human input <Hand aria-hidden className="size-4" />
            </>
          )}
        </p>
        {delegatesTo.length > 0 && (
          <p className="wrap-anywhere basis-full text-muted text-secondary">Delegates to {delegatesTo.join(", ")}.</p>
        )}
      </header>
      {box(
        <ProcessLevels
          tasks={placed}
          tile={({ task, number }) => <UpcomingTask task={task} number={number} manager={manager} earlier={earlier} />}
        />,
      )}
    </section>
  );
}
