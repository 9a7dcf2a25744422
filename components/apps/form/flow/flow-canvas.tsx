"use client";

import { DndContext, type DragEndEvent } from "@dnd-kit/core";
import { useId, useRef, useState } from "react";
import type { RowAction } from "@/components/shared/data-table/column";
import { useDragSensors } from "@/components/shared/drag/use-drag-sensors";
import { describeSources } from "@/lib/contract/apps/describe-branch";
import type { Step } from "@/lib/contract/apps/flow";
import {
  describeCondition,
  findIteration,
  isBranchStep,
  isIteration,
  isTaskStep,
  itemCase,
  listBody,
  listCases,
  listSourceTasks,
  toStepId,
} from "@/lib/contract/apps/steps";
import type { Task } from "@/lib/contract/tasks/schemas";
import { groupByLevel } from "@/lib/session-log/group-by-level";
import { cn } from "@/lib/utils/cn";
import { BranchCard } from "./branch/branch-card";
import type { Zone } from "./card-frame";
import { describeDrags } from "./describe-drags";
import { findZone, nextZone } from "./drop-zones";
import { FlowLines } from "./flow-lines";
import { canBeWithin, listAwaitable, moveStep, setAfter, setWithin } from "./flow-steps";
import { IterationCard } from "./iteration/iteration-card";
import { StepCard } from "./step-card";

interface FlowCanvasProps {
  steps: readonly Step[];
  findTask(id: string): Task | undefined;
  findProblem(step: Step): string | undefined;
  actions(step: Step): RowAction[];
  onChange(steps: readonly Step[]): void;
  onEdit(id: string): void;
}

/** The picture of a process: steps below those that they wait for. Cards are dragged before or after one another. */
export function FlowCanvas({ steps, findTask, findProblem, actions, onChange, onEdit }: FlowCanvasProps) {
  const id = useId();
  const canvas = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const sensors = useDragSensors(nextZone);
  const branches = steps.filter(isBranchStep);
  const contextOf = (taskId: string) =>
    findTask(taskId)?.contextTaskIds.filter((one) => steps.some((step) => toStepId(step) === one)) ?? [];
  const awaited = (step: Step): string[] => {
    const own = step.kind === "task" ? contextOf(step.taskId) : listSourceTasks(step);
    return [...new Set([...own, ...step.after])];
  };
  /** Without the sources of a branch, which its card names. */
  const listDependencies = (step: Step): string[] => {
    if (step.kind === "task") return awaited(step);
    return step.by === "classification" ? [] : step.after.filter((one) => !listSourceTasks(step).includes(one));
  };
  const placed = steps.map((step) => ({
    taskId: toStepId(step),
    step,
    waitsFor: [...awaited(step), ...(step.within ? [step.within.branch] : [])],
  }));
  const isInIteration = (step: Step) => findIteration(steps, step) !== undefined;
  const nameOf = (one: string | number) =>
    branches.find((branch) => branch.id === one)?.name || (findTask(String(one))?.name ?? "a step");
  const casesOf = (branchId: string | undefined) => branches.filter((one) => one.id === branchId).flatMap(listCases);
  const draggedStep = steps.find((step) => toStepId(step) === dragged);
  const awaitable = draggedStep ? listAwaitable(steps, draggedStep) : [];
  const zonesOf = (step: Step): Zone[] => {
    const own = toStepId(step);
    if (!draggedStep || step === draggedStep || listBody(steps, toStepId(draggedStep)).includes(step)) return [];
    const before = { id: `before ${own}`, label: "Place before" };
    if (step.kind === "task")
      return [before, ...(awaitable.includes(step) ? [{ id: `after ${own}`, label: "Run after" }] : [])];
    const cases = canBeWithin(steps, draggedStep, step) ? listCases(step) : [];
    const toLabel = (name: string) => (isIteration(step) ? "Run for each item" : `Run if ${name}`);
    return [before, ...cases.map(({ id: caseId, name }) => ({ id: `case ${own} ${caseId}`, label: toLabel(name) }))];
  };
  const stepsIn = (branchId: string, caseId: string): string[] =>
    placed
      .filter(({ step: { within } }) => within?.branch === branchId && within.cases.includes(caseId))
      .map(({ taskId }) => nameOf(taskId));
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    const [place, target, caseId] = String(over?.id ?? "").split(" ");
    const moved = steps.find((step) => toStepId(step) === active.id);
    if (!moved || !target || target === active.id) return;
    const movedId = toStepId(moved);
    if (place === "before") onChange(moveStep(steps, movedId, target));
    else if (caseId) onChange(setWithin(steps, movedId, { branch: target, cases: [caseId] }));
    else onChange(setAfter(steps, movedId, [...new Set([...moved.after, target])]));
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={findZone}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={drop}
      accessibility={describeDrags(steps, nameOf)}
    >
      <div ref={canvas} className="@container relative grid gap-8 rounded-card bg-sunken p-4">
        <FlowLines
          canvas={canvas}
          lines={placed.flatMap(({ taskId, waitsFor }) => waitsFor.map((from) => ({ from, to: taskId })))}
        />
        {groupByLevel(placed).map((level) => (
          <ul
            key={level[0]?.taskId}
            className={cn("relative grid grid-cols-1 gap-4", level.length > 1 && "@md:grid-cols-2 @3xl:grid-cols-3")}
          >
            {level.map(({ taskId, step }) => {
              const index = steps.indexOf(step);
              const card = {
                id: taskId,
                condition: describeCondition(step.within, casesOf(step.within?.branch)),
                waitsFor: listDependencies(step).map(nameOf),
                problem: findProblem(step),
                actions: actions(step),
                zones: zonesOf(step),
                onEdit: () => onEdit(taskId),
              };
              return (
                <li key={taskId} className="mx-auto w-full min-w-0 max-w-md">
                  {step.kind === "branch" ? (
                    step.by === "items" ? (
                      <IterationCard
                        {...card}
                        iteration={step}
                        source={describeSources(step, nameOf, false)}
                        inside={stepsIn(taskId, itemCase)}
                      />
                    ) : (
                      <BranchCard
                        {...card}
                        branch={step}
                        isInIteration={isInIteration(step)}
                        nameOf={nameOf}
                        stepsIn={(caseId) => stepsIn(taskId, caseId)}
                      />
                    )
                  ) : (
                    <StepCard
                      {...card}
                      task={findTask(taskId)}
                      number={steps.slice(0, index + 1).filter(isTaskStep).length}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        ))}
      </div>
    </DndContext>
  );
}
