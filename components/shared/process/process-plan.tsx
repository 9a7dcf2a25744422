import { Hand, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ProcessLevels } from "./process-levels";
import { UpcomingBranch, type UpcomingBranchProps } from "./upcoming-branch";
import { UpcomingTask, type UpcomingTaskProps } from "./upcoming-task";

/** A task or a branch. */
export interface PlannedStep {
  taskId: string;
  /** Of a task; `context` contains the earlier tasks that it depends on. */
  task?: (UpcomingTaskProps["task"] & { _id: string }) | undefined;
  branch?: UpcomingBranchProps["branch"] | undefined;
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition: string | undefined;
  waitsFor: string[];
}

interface ProcessPlanProps {
  /** In the order of the process. */
  steps: readonly PlannedStep[];
  /** The manager of a hierarchical process. */
  manager: UpcomingTaskProps["manager"];
  /** Names of the agents that the manager delegates to. */
  delegatesTo: readonly string[];
  /** Puts the tasks into a box, such as one that scrolls. */
  box?: (levels: ReactNode) => ReactNode;
}

/** The steps of a process before it is started, in levels, with their agents, tools and input forms. */
export function ProcessPlan({ steps, manager, delegatesTo, box = (levels) => levels }: ProcessPlanProps) {
  const tasks = steps.flatMap(({ task }) => task ?? []);
  const ids = tasks.map(({ _id }) => _id);
  const asks = steps.some(({ task, branch }) => task?.requiresHumanInput || branch?.by === "person");
  return (
    <section aria-label="Tasks" className="grid grid-cols-1 gap-3 rounded-card border bg-surface p-4 text-left">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold">
          <Workflow aria-hidden className="size-4 text-muted" /> Tasks
        </h2>
        {manager && <Badge>Hierarchical (manager agent)</Badge>}
        <p className="flex items-center gap-1.5 text-muted text-secondary tabular-nums">
          {pluralize(tasks.length, "task")}
          {asks && (
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
          tasks={steps}
          tile={({ task, branch, condition }) => (
            <>
              {branch && <UpcomingBranch branch={branch} condition={condition} />}
              {task && (
                <UpcomingTask
                  task={task}
                  number={ids.indexOf(task._id) + 1}
                  condition={condition}
                  manager={manager}
                  earlier={ids}
                />
              )}
            </>
          )}
        />,
      )}
    </section>
  );
}
