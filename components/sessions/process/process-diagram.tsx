"use client";

import { Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import { ProcessLevels } from "@/components/shared/process/process-levels";
import { Badge } from "@/components/ui/badge";
import { describeCondition } from "@/lib/contract/apps/steps";
import type { ProcessGraph } from "@/lib/session-log/process-graph";
import { pluralize } from "@/lib/utils/text/pluralize";
import { TaskTile } from "./task-tile";

interface ProcessDiagramProps {
  graph: ProcessGraph;
  place: { slug: string; sessionId: string };
  /** Scrolls to a task that has started; without it a task expands to show its output. */
  onShow?: ((taskId: string) => void) | undefined;
}

/** The current time, updated every second while `on`. */
function useNow(on: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [on]);
  return now;
}

/** The state of a process. Tasks in one row do not depend on each other. */
export function ProcessDiagram({ graph, place, onShow }: ProcessDiagramProps) {
  const { tasks, process, agents, ended } = graph;
  const now = useNow(ended === null && tasks.some(({ stage }) => stage === "working"));
  const counted = tasks.filter(({ cases, stage }) => cases.length === 0 && stage !== "skipped");
  const done = counted.filter(({ stage }) => stage === "done").length;
  const casesOf = (id = "") => tasks.find(({ taskId }) => taskId === id)?.cases ?? [];
  const findName = (id: string) => tasks.find(({ taskId }) => taskId === id)?.name ?? "another task";
  return (
    <section aria-label="Process" className="grid gap-3 rounded-card border bg-surface p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold">
          <Workflow aria-hidden className="size-4 text-muted" /> Process
        </h2>
        {process === "hierarchical" && <Badge>Hierarchical (manager agent)</Badge>}
        <p role="status" className="text-muted text-secondary tabular-nums">
          {done} of {pluralize(counted.length, "task")} completed
        </p>
        {agents.length > 0 && <p className="basis-full text-muted text-secondary">Delegates to {agents.join(", ")}.</p>}
      </header>
      <ProcessLevels
        tasks={tasks}
        tile={(task) => (
          <TaskTile
            task={task}
            now={now}
            condition={describeCondition(task.within, casesOf(task.within?.branch))}
            waitsFor={task.waitsFor.map(findName)}
            place={place}
            onShow={onShow}
          />
        )}
      />
    </section>
  );
}
