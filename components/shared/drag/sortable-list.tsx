"use client";

import { closestCenter, DndContext, type DragEndEvent } from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { type ReactNode, useId } from "react";
import { DragHandle } from "./drag-handle";
import { useDragSensors } from "./use-drag-sensors";

interface SortableProps<T> {
  items: readonly T[];
  getId(item: T): string;
  getName(item: T): string;
  onOrder(items: T[]): void;
  /** `handle` is what the item is dragged by, with the mouse, a finger or the keyboard. */
  children(item: T, index: number, handle: ReactNode): ReactNode;
}

/** A list reordered by dragging; with the keyboard, Space picks up and drops, arrow keys move. */
export function SortableList<T>({ items, getId, getName, onOrder, children }: SortableProps<T>) {
  const id = useId();
  const sensors = useDragSensors(sortableKeyboardCoordinates);
  const findIndex = (itemId: string | number) => items.findIndex((item) => getId(item) === itemId);
  const findName = (itemId: string | number) => {
    const item = items[findIndex(itemId)];
    return item === undefined ? "" : getName(item);
  };
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onOrder(arrayMove([...items], findIndex(active.id), findIndex(over.id)));
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: {
          draggable: "Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.",
        },
        announcements: {
          onDragStart: ({ active }) => `Picked up ${findName(active.id)}.`,
          onDragOver: ({ active, over }) =>
            over ? `${findName(active.id)} is at position ${findIndex(over.id) + 1} of ${items.length}.` : "",
          onDragEnd: ({ active, over }) =>
            over
              ? `Dropped ${findName(active.id)} at position ${findIndex(over.id) + 1}.`
              : `${findName(active.id)} wasn't moved.`,
          onDragCancel: ({ active }) => `Move canceled. ${findName(active.id)} wasn't moved.`,
        },
      }}
    >
      <SortableContext items={items.map(getId)} strategy={verticalListSortingStrategy}>
        <ol className="grid grid-cols-1 gap-3">
          {items.map((item, index) => (
            <Item key={getId(item)} id={getId(item)} name={getName(item)}>
              {(handle) => children(item, index, handle)}
            </Item>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface ItemProps {
  id: string;
  name: string;
  children(handle: ReactNode): ReactNode;
}

function Item({ id, name, children }: ItemProps) {
  const sortable = useSortable({ id });
  const { setNodeRef, transform, transition, isDragging } = sortable;
  const moved = transform && `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: moved ?? undefined, transition }}
      className={isDragging ? "relative z-10 rounded-card shadow-float" : undefined}
    >
      {children(<DragHandle name={name} item={sortable} />)}
    </li>
  );
}
