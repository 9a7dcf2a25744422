"use client";

import { ArrowDown, Workflow } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { groupByLevel, type ProcessGraph } from "@/lib/session-log/process-graph";
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
  const done = tasks.filter(({ stage }) => stage === "done").length;
  const findName = (id: string) => tasks.find(({ taskId }) => taskId === id)?.name ?? "another task";
  return (
    <section aria-label="Process" className="grid gap-3 rounded-card border bg-surface p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold">
          <Workflow aria-hidden className="size-4 text-muted" /> Process
        </h2>
        {process === "hierarchical" && <Badge>Hierarchical (manager agent)</Badge>}
        <p role="status" className="text-muted text-secondary tabular-nums">
          {done} of {pluralize(tasks.length, "task")} completed
        </p>
        {agents.length > 0 && <p className="basis-full text-muted text-secondary">Delegates to {agents.join(", ")}.</p>}
      </header>
      <div className="@container grid gap-2">
        {groupByLevel(tasks).map((level, i) => (
          <Fragment key={level[0]?.taskId}>
            {i > 0 && <ArrowDown aria-hidden className="mx-auto size-4 text-faint" />}
            <ul className={`grid grid-cols-1 gap-2 ${level.length > 1 ? "@xl:grid-cols-2" : ""}`}>
              {level.map((task) => (
                <li key={task.taskId} className="min-w-0">
                  <TaskTile
                    task={task}
                    now={now}
                    waitsFor={task.waitsFor.map(findName)}
                    place={place}
                    onShow={onShow}
                  />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </section>
  );
}
