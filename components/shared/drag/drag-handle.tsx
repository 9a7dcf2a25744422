import type { useDraggable } from "@dnd-kit/core";
import { GripVertical } from "lucide-react";

interface DragHandleProps {
  name: string;
  /** Of the item that it moves. */
  item: Pick<ReturnType<typeof useDraggable>, "attributes" | "listeners" | "setActivatorNodeRef">;
}

/** The button that an item is dragged by. */
export const DragHandle = ({ name, item: { attributes, listeners, setActivatorNodeRef } }: DragHandleProps) => (
  <button
    type="button"
    ref={setActivatorNodeRef}
    {...attributes}
    {...listeners}
    aria-label={`Move ${name}`}
    className="inline-flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover hover:text-default active:cursor-grabbing"
  >
    <GripVertical aria-hidden className="size-4" />
  </button>
);
