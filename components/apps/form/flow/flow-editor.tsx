"use client";

import { Plus, Redo2, Repeat, Split, Undo2 } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { TaskPicker } from "@/components/shared/pickers/task-picker";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { isBranchStep, isTaskStep, listEarlier, toStepId } from "@/lib/contract/apps/steps";
import { firstMessage } from "@/lib/utils/text/first-message";
import { useTaskOrder } from "../use-task-order";
import { BranchSheet } from "./branch/branch-sheet";
import { findBranchIssues, newBranch } from "./branch/branch-state";
import { addStep, canBeWithin, listAwaitable, saveBranch, setAfter, setWithin } from "./flow-steps";
import { IterationSheet } from "./iteration/iteration-sheet";
import { newIteration } from "./iteration/iteration-state";
import { QuickTask } from "./quick-task";
import { buildStepActions } from "./step-actions";
import { TaskSheet } from "./task-sheet";
import { useHistory } from "./use-history";
import { WaitsForDialog } from "./waits-for-dialog";
import { WithinDialog } from "./within-dialog";

const FlowCanvas = lazyPart(async () => (await import("./flow-canvas")).FlowCanvas);

interface FlowEditorProps {
  slug: string;
  steps: readonly Step[];
  /** Validation errors of tasks by their index. */
  issues: unknown;
  /** Validation errors of steps by their index. */
  stepIssues: unknown;
  onChange(steps: readonly Step[]): void;
  /** Focused when the value is invalid. */
  ref?: Ref<HTMLDivElement>;
}

/** The problem of a task that depends on others that come too late. */
const describeLate = (names: readonly string[], before: string): string =>
  `Depends on ${new Intl.ListFormat("en").format(names)}. Move ${names.length > 1 ? "them" : "it"} before ${before}.`;

/** The steps of a process: a picture that is edited, with undo and redo. */
export function FlowEditor({ slug, steps, issues, stepIssues, onChange, ref }: FlowEditorProps) {
  const history = useHistory(steps, onChange);
  const [edited, setEdited] = useState<string | "new" | "branch" | "iteration">();
  const [waiting, setWaiting] = useState<string>();
  const [placed, setPlaced] = useState<string>();
  const ids = steps.filter(isTaskStep).map(({ taskId }) => taskId);
  const branches = steps.filter(isBranchStep);
  const { findTask, lateContext } = useTaskOrder(slug, ids);
  const last = ids.at(-1);
  const add = (taskId: string, after: string[] = []) => history.change(addStep(steps, taskId, after));
  const findProblem = (step: Step): string | undefined => {
    const id = toStepId(step);
    const late = lateContext.get(id);
    if (late) return describeLate(late, "this task");
    const earlier = listEarlier(steps, steps.indexOf(step)).map(toStepId);
    const outside = findTask(id)?.context.filter(({ _id }) => !earlier.includes(_id)) ?? [];
    if (outside.length > 0)
      return describeLate(
        outside.map(({ name }) => name),
        "the iteration",
      );
    if (step.kind === "branch") return [...findBranchIssues(steps, step).values()][0];
    const ofTask = (issues as Record<number, unknown> | undefined)?.[ids.indexOf(id)];
    return (
      firstMessage(ofTask) ?? firstMessage((stepIssues as Record<number, unknown> | undefined)?.[steps.indexOf(step)])
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLElement && event.target.matches("input, textarea, [contenteditable]");
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) history.redo();
    else history.undo();
  };
  const nameOf = (step: Step) => (step.kind === "branch" ? step.name : (findTask(step.taskId)?.name ?? "…"));
  const toNamed = (some: readonly Step[]) =>
    some.filter(isTaskStep).map((step) => ({ id: step.taskId, name: nameOf(step) }));
  const actions = (step: Step) =>
    buildStepActions(steps, step, {
      change: history.change,
      edit: setEdited,
      editAfter: setWaiting,
      editWithin: setPlaced,
    });
  const waitingStep = steps.find((step) => toStepId(step) === waiting);
  const placedStep = steps.find((step) => toStepId(step) === placed);
  const stored = branches.find(({ id }) => id === edited);
  const added = edited === "branch" ? newBranch(steps) : edited === "iteration" ? newIteration(steps) : undefined;
  const branch = stored ?? added;
  const branchSheet = {
    steps,
    isNew: !stored,
    tasks: toNamed(stored ? listEarlier(steps, steps.indexOf(stored)) : steps),
    onClose: () => setEdited(undefined),
    onSave(saved: BranchStep) {
      history.change(saveBranch(steps, saved));
      setEdited(undefined);
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the controls inside
    <div ref={ref} tabIndex={-1} onKeyDown={onKeyDown} className="grid grid-cols-1 gap-3 outline-none">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" onClick={() => setEdited("new")}>
          <Plus aria-hidden /> New task
        </Button>
        <Button variant="outline" size="sm" disabled={ids.length === 0} onClick={() => setEdited("branch")}>
          <Split aria-hidden /> New branch
        </Button>
        <Button variant="outline" size="sm" disabled={ids.length === 0} onClick={() => setEdited("iteration")}>
          <Repeat aria-hidden /> New iteration
        </Button>
        <span className="flex-1" />
        <Button variant="ghost" size="icon" aria-label="Undo" disabled={!history.canUndo} onClick={history.undo}>
          <Undo2 aria-hidden />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Redo" disabled={!history.canRedo} onClick={history.redo}>
          <Redo2 aria-hidden />
        </Button>
      </div>
      {steps.length > 0 && (
        <Lazy fallback={<Skeleton className="h-40 rounded-card" />}>
          <FlowCanvas
            steps={steps}
            findTask={findTask}
            findProblem={findProblem}
            actions={actions}
            onChange={history.change}
            onEdit={setEdited}
          />
        </Lazy>
      )}
      <QuickTask
        slug={slug}
        agentId={last ? findTask(last)?.agentId : undefined}
        onCreated={(taskId) => add(taskId, last ? [last] : [])}
      />
      <TaskPicker aria-label="Add an existing task" slug={slug} excluded={ids} onPick={add} />
      <TaskSheet
        slug={slug}
        taskId={branch ? undefined : edited}
        onClose={() => setEdited(undefined)}
        onSaved={(taskId) => {
          if (edited === "new") add(taskId);
          setEdited(undefined);
        }}
      />
      {waitingStep && (
        <WaitsForDialog
          key={waiting}
          name={nameOf(waitingStep)}
          after={waitingStep.after}
          others={toNamed(listAwaitable(steps, waitingStep))}
          onClose={() => setWaiting(undefined)}
          onChange={(after) => history.change(setAfter(steps, toStepId(waitingStep), after))}
        />
      )}
      {placedStep && (
        <WithinDialog
          key={placed}
          name={nameOf(placedStep)}
          within={placedStep.within}
          branches={branches.filter((one) => canBeWithin(steps, placedStep, one))}
          onClose={() => setPlaced(undefined)}
          onChange={(within) => history.change(setWithin(steps, toStepId(placedStep), within))}
        />
      )}
      {branch?.by === "items" && <IterationSheet {...branchSheet} key={branch.id} branch={branch} />}
      {branch && branch.by !== "items" && <BranchSheet {...branchSheet} key={branch.id} slug={slug} branch={branch} />}
    </div>
  );
}
