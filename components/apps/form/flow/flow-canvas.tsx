"use client";

import { DndContext, type DragEndEvent } from "@dnd-kit/core";
import { useId, useRef, useState } from "react";
import type { RowAction } from "@/components/shared/data-table/column";
import { useDragSensors } from "@/components/shared/drag/use-drag-sensors";
import type { Step } from "@/lib/contract/apps/flow";
import type { Task } from "@/lib/contract/tasks/schemas";
import { groupByLevel } from "@/lib/session-log/process-graph";
import { cn } from "@/lib/utils/cn";
import { findZone, nextZone } from "./drop-zones";
import { FlowLines } from "./flow-lines";
import { moveStep, setAfter } from "./flow-steps";
import { StepCard } from "./step-card";

interface FlowCanvasProps {
  steps: readonly Step[];
  findTask(id: string): Task | undefined;
  findProblem(id: string, index: number): string | undefined;
  actions(step: Step, index: number): RowAction[];
  onChange(steps: readonly Step[]): void;
  onEdit(taskId: string): void;
}

/** The picture of a process: steps below those that they wait for. Cards are dragged before or after one another. */
export function FlowCanvas({ steps, findTask, findProblem, actions, onChange, onEdit }: FlowCanvasProps) {
  const id = useId();
  const canvas = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const sensors = useDragSensors(nextZone);
  const contextOf = (taskId: string) =>
    findTask(taskId)?.contextTaskIds.filter((one) => steps.some((step) => step.taskId === one)) ?? [];
  const waitsFor = ({ taskId, after }: Step) => [...new Set([...contextOf(taskId), ...after])];
  const nameOf = (taskId: string | number) => findTask(String(taskId))?.name ?? "a task";
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    const [place, target] = String(over?.id ?? "").split(" ");
    const moved = steps.find(({ taskId }) => taskId === active.id);
    if (!moved || !target || target === moved.taskId) return;
    if (place === "before") onChange(moveStep(steps, moved.taskId, target));
    else onChange(setAfter(steps, moved.taskId, [...new Set([...moved.after, target])]));
  };
  const describeZone = (zone: string | number) => {
    const [place, target = ""] = String(zone).split(" ");
    return place === "before" ? `before ${nameOf(target)}` : `to run after ${nameOf(target)}`;
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={findZone}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: {
          draggable: "Press Space to pick up, arrow keys to choose a position, Space to drop, Escape to cancel.",
        },
        announcements: {
          onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
          onDragOver: ({ over }) => (over ? `Drop ${describeZone(over.id)}.` : ""),
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(active.id)} was moved ${describeZone(over.id)}.` : `${nameOf(active.id)} wasn't moved.`,
          onDragCancel: ({ active }) => `Move canceled. ${nameOf(active.id)} wasn't moved.`,
        },
      }}
    >
      <div ref={canvas} className="@container relative grid gap-8 rounded-card bg-sunken p-4">
        <FlowLines
          canvas={canvas}
          lines={steps.flatMap((step) => waitsFor(step).map((from) => ({ from, to: step.taskId })))}
        />
        {groupByLevel(steps.map((step) => ({ ...step, waitsFor: waitsFor(step) }))).map((level) => (
          <ul
            key={level[0]?.taskId}
            className={cn("relative grid grid-cols-1 gap-4", level.length > 1 && "@md:grid-cols-2 @3xl:grid-cols-3")}
          >
            {level.map((step) => {
              const index = steps.findIndex(({ taskId }) => taskId === step.taskId);
              return (
                <li key={step.taskId} className="mx-auto w-full min-w-0 max-w-md">
                  <StepCard
                    id={step.taskId}
                    task={findTask(step.taskId)}
                    number={index + 1}
                    waitsFor={step.waitsFor.map(nameOf)}
                    problem={findProblem(step.taskId, index)}
                    actions={actions(step, index)}
                    receives={dragged !== undefined && dragged !== step.taskId}
                    onEdit={() => onEdit(step.taskId)}
                  />
                </li>
              );
            })}
          </ul>
        ))}
      </div>
    </DndContext>
  );
}
