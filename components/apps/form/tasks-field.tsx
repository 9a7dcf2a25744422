"use client";

import type { Ref } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { TaskPicker } from "@/components/shared/pickers/task-picker";
import { Skeleton } from "@/components/ui/skeleton";
import { firstMessage } from "@/lib/utils/text/first-message";
import { TaskCard } from "./task-card";
import { useTaskOrder } from "./use-task-order";

const SortableList = lazyPart(
  async () => (await import("@/components/shared/pickers/sortable-list")).SortableList<string>,
);

interface TasksFieldProps {
  slug: string;
  value: readonly string[];
  /** Validation errors by index. */
  issues: unknown;
  onChange(ids: string[]): void;
  /** Focused when the value is invalid. */
  ref?: Ref<HTMLDivElement>;
}

const issueAt = (issues: unknown, index: number): string | undefined => {
  const at = (issues as Record<number, unknown> | undefined)?.[index];
  return firstMessage(at);
};

/** The tasks of a process as sortable cards. */
export function TasksField({ slug, value, issues, onChange, ref }: TasksFieldProps) {
  const { findTask, lateContext } = useTaskOrder(slug, value);
  return (
    <div ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      {value.length > 0 && (
        <Lazy fallback={<Skeleton className="h-24" />}>
          <SortableList
            items={value}
            getId={(id) => id}
            getName={(id) => findTask(id)?.name ?? "a task"}
            onOrder={onChange}
          >
            {(id, index, handle) => (
              <TaskCard
                slug={slug}
                task={findTask(id)}
                number={index + 1}
                lateContext={lateContext.get(id) ?? []}
                problem={issueAt(issues, index)}
                handle={handle}
                onRemove={() => onChange(value.filter((other) => other !== id))}
              />
            )}
          </SortableList>
        </Lazy>
      )}
      <TaskPicker aria-label="Task to add" slug={slug} excluded={value} onPick={(id) => onChange([...value, id])} />
    </div>
  );
}
