"use client";

import { ArrowDown, ArrowUp, GitFork, Pencil, Plus, Redo2, Trash2, Undo2 } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { TaskPicker } from "@/components/shared/pickers/task-picker";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Step } from "@/lib/contract/apps/flow";
import { firstMessage } from "@/lib/utils/text/first-message";
import { useTaskOrder } from "../use-task-order";
import { addStep, removeStep, setAfter, shiftStep } from "./flow-steps";
import { QuickTask } from "./quick-task";
import { TaskSheet } from "./task-sheet";
import { useHistory } from "./use-history";
import { WaitsForDialog } from "./waits-for-dialog";

const FlowCanvas = lazyPart(async () => (await import("./flow-canvas")).FlowCanvas);

interface FlowEditorProps {
  slug: string;
  steps: readonly Step[];
  /** Validation errors by index. */
  issues: unknown;
  onChange(steps: readonly Step[]): void;
  /** Focused when the value is invalid. */
  ref?: Ref<HTMLDivElement>;
}

/** The steps of a process: a picture that is edited, with undo and redo. */
export function FlowEditor({ slug, steps, issues, onChange, ref }: FlowEditorProps) {
  const history = useHistory(steps, onChange);
  const [edited, setEdited] = useState<string | "new">();
  const [waiting, setWaiting] = useState<string>();
  const ids = steps.map(({ taskId }) => taskId);
  const { findTask, lateContext } = useTaskOrder(slug, ids);
  const last = ids.at(-1);
  const add = (taskId: string, after: string[] = []) => history.change(addStep(steps, taskId, after));
  const findProblem = (id: string, index: number): string | undefined => {
    const late = lateContext.get(id);
    if (late)
      return `Depends on ${new Intl.ListFormat("en").format(late)}. Move ${late.length > 1 ? "them" : "it"} before this task.`;
    return firstMessage((issues as Record<number, unknown> | undefined)?.[index]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLElement && event.target.matches("input, textarea, [contenteditable]");
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) history.redo();
    else history.undo();
  };
  const actions = ({ taskId }: Step, index: number) => [
    { label: "Edit task", icon: <Pencil />, opens: true, onSelect: () => setEdited(taskId) },
    {
      label: "Edit dependencies",
      icon: <GitFork />,
      disabledReason: steps.length < 2 ? "This app has no other tasks." : undefined,
      onSelect: () => setWaiting(taskId),
    },
    {
      label: "Move earlier",
      icon: <ArrowUp />,
      disabledReason: index === 0 ? "This is already the first task." : undefined,
      onSelect: () => history.change(shiftStep(steps, taskId, -1)),
    },
    {
      label: "Move later",
      icon: <ArrowDown />,
      disabledReason: index === steps.length - 1 ? "This is already the last task." : undefined,
      onSelect: () => history.change(shiftStep(steps, taskId, 1)),
    },
    {
      label: "Remove from this app",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => history.change(removeStep(steps, taskId)),
    },
  ];
  const waitingStep = steps.find(({ taskId }) => taskId === waiting);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the controls inside
    <div ref={ref} tabIndex={-1} onKeyDown={onKeyDown} className="grid grid-cols-1 gap-3 outline-none">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" onClick={() => setEdited("new")}>
          <Plus aria-hidden /> New task
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
        taskId={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(taskId) => {
          if (edited === "new") add(taskId);
          setEdited(undefined);
        }}
      />
      {waitingStep && (
        <WaitsForDialog
          key={waiting}
          name={findTask(waitingStep.taskId)?.name ?? ""}
          after={waitingStep.after}
          others={ids.filter((id) => id !== waiting).map((id) => ({ id, name: findTask(id)?.name ?? "…" }))}
          onClose={() => setWaiting(undefined)}
          onChange={(after) => history.change(setAfter(steps, waitingStep.taskId, after))}
        />
      )}
    </div>
  );
}
