"use client";

import { useDraggable, useDroppable } from "@dnd-kit/core";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { RowAction } from "@/components/shared/data-table/column";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { DragHandle } from "@/components/shared/drag/drag-handle";
import { cn } from "@/lib/utils/cn";

export interface Zone {
  /** `before id`, `after id`, or `case branch id`. */
  id: string;
  label: string;
}

export interface CardFrameProps {
  id: string;
  name: string;
  /** Before the name. */
  mark: ReactNode;
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition: string | undefined;
  /** Names of the steps that it waits for. */
  waitsFor: readonly string[];
  problem: string | undefined;
  actions: RowAction[];
  /** Another card is being dragged: where it can be dropped. */
  zones: readonly Zone[];
  onEdit(): void;
  children: ReactNode;
}

/** A step's card: its name, actions, and what it depends on. */
export function CardFrame(props: CardFrameProps) {
  const { id, name, mark, condition, waitsFor, problem, actions, zones, onEdit, children } = props;
  const draggable = useDraggable({ id });
  const { setNodeRef, isDragging } = draggable;
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
      {condition && <p className="truncate font-medium text-info text-label">{condition}</p>}
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
          {mark} {name}
        </button>
        <RowMenu name={name} actions={actions} />
      </div>
      {children}
      {waitsFor.length > 0 && <p className="text-label text-muted">Depends on {waitsFor.join(", ")}</p>}
      {problem && (
        <p className="flex items-center gap-2 text-danger text-secondary">
          <CircleAlert aria-hidden className="size-4 shrink-0" /> {problem}
        </p>
      )}
      {zones.length > 0 && !isDragging && (
        <div className="absolute inset-0 grid auto-rows-fr overflow-hidden rounded-card">
          {zones.map((zone) => (
            <DropZone key={zone.id} {...zone} />
          ))}
        </div>
      )}
    </div>
  );
}

function DropZone({ id, label }: Zone) {
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <div
      ref={setNodeRef}
      className={cn(
        "flex min-w-0 items-center justify-center bg-surface/90 text-secondary",
        isOver ? "bg-accent-tint font-medium text-accent" : "text-muted",
      )}
    >
      <span className="truncate">{label}</span>
    </div>
  );
}
