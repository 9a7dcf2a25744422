"use client";

import { useDraggable, useDroppable } from "@dnd-kit/core";
import { CircleAlert, Hand, ShieldCheck, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import type { RowAction } from "@/components/shared/data-table/column";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { Avatar } from "@/components/shared/details/avatar";
import { DragHandle } from "@/components/shared/drag/drag-handle";
import { Skeleton } from "@/components/ui/skeleton";
import type { Task } from "@/lib/contract/tasks/schemas";
import { cn } from "@/lib/utils/cn";
import { pluralize } from "@/lib/utils/text/pluralize";

interface StepCardProps {
  id: string;
  /** Undefined while loading. */
  task: Task | undefined;
  number: number;
  /** Names of the steps that it waits for. */
  waitsFor: readonly string[];
  problem: string | undefined;
  actions: RowAction[];
  /** Another card is being dragged: the card offers to drop it before or after. */
  receives: boolean;
  onEdit(): void;
}

/** A step of a process with its agent, tools, form and approvals. */
export function StepCard({ id, task, number, waitsFor, problem, actions, receives, onEdit }: StepCardProps) {
  const draggable = useDraggable({ id });
  const { setNodeRef, isDragging } = draggable;
  if (!task) return <Skeleton data-step={id} className="h-24 rounded-card" />;
  const { name, agent, tools, requiresHumanInput, formFields } = task;
  const approvals = tools.filter(({ requireApproval }) => requireApproval).length;
  return (
    <div
      ref={setNodeRef}
      data-step={id}
      className={cn(
        "relative grid grid-cols-1 gap-1.5 rounded-card border bg-surface p-3",
        problem && "border-danger-border",
        isDragging && "opacity-50",
      )}
    >
      <div className="flex items-start gap-1.5">
        <span className="-ml-2">
          <DragHandle name={name} item={draggable} />
        </span>
        <button
          type="button"
          onClick={onEdit}
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 break-words rounded-mark py-1 text-left font-medium hover:underline"
        >
          <span className="text-muted tabular-nums">{number}.</span> {name}
        </button>
        <RowMenu name={name} actions={actions} />
      </div>
      <p className="flex min-w-0 items-center gap-2 text-secondary">
        {agent ? (
          <>
            <Avatar name={agent.name} filename={agent.icon ?? undefined} size="sm" />
            <span className="truncate">
              {agent.name} <span className="text-muted">{agent.modelName ?? "no model"}</span>
            </span>
          </>
        ) : (
          <span className="text-muted">No agent</span>
        )}
      </p>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-label text-muted empty:hidden">
        {tools.length > 0 && (
          <Fact icon={<Wrench aria-hidden className="size-3.5" />}>{tools.map((tool) => tool.name).join(", ")}</Fact>
        )}
        {requiresHumanInput && (
          <Fact icon={<Hand aria-hidden className="size-3.5" />}>
            {formFields.length > 0 ? `Form with ${pluralize(formFields.length, "field")}` : "Human input"}
          </Fact>
        )}
        {approvals > 0 && (
          <Fact icon={<ShieldCheck aria-hidden className="size-3.5" />}>{pluralize(approvals, "approval")}</Fact>
        )}
      </ul>
      {waitsFor.length > 0 && <p className="text-label text-muted">Depends on {waitsFor.join(", ")}</p>}
      {problem && (
        <p className="flex items-center gap-2 text-danger text-secondary">
          <CircleAlert aria-hidden className="size-4 shrink-0" /> {problem}
        </p>
      )}
      {receives && !isDragging && (
        <div className="absolute inset-0 grid grid-rows-2 overflow-hidden rounded-card">
          <DropZone id={`before ${id}`}>Place before</DropZone>
          <DropZone id={`after ${id}`}>Run after</DropZone>
        </div>
      )}
    </div>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex min-w-0 items-center gap-1">
    {icon} <span className="truncate">{children}</span>
  </li>
);

function DropZone({ id, children }: { id: string; children: string }) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <div
      ref={setNodeRef}
      className={cn(
        "flex items-center justify-center bg-surface/90 text-secondary",
        isOver ? "bg-accent-tint font-medium text-accent" : "text-muted",
      )}
    >
      {children}
    </div>
  );
}
