"use client";

import { TaskPicker } from "@/components/shared/pickers/task-picker";
import { Chips } from "@/components/ui/chips";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { tasks } from "@/lib/contract/tasks/calls";

interface ContextPickerProps {
  slug: string;
  /** The task itself, which cannot wait for itself. */
  taskId: string | undefined;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
}

/** The tasks whose outputs a task is given. */
export function ContextPicker({ slug, taskId, value, onChange, ...props }: ContextPickerProps) {
  const chosen = useEndpoint(tasks.list, {
    params: { resourceSlug: slug },
    query: { ids: value.join(" "), limit: 100 },
    enabled: value.length > 0,
  });
  const nameOf = (id: string) => chosen.data?.tasks.find(({ _id }) => _id === id)?.name ?? "…";
  return (
    <div className="grid gap-2">
      <TaskPicker
        {...props}
        slug={slug}
        without={taskId ? [...value, taskId] : value}
        onPick={(id) => onChange([...value, id])}
      />
      <Chips
        items={value.map((id) => ({ value: id, label: nameOf(id) }))}
        onRemove={(id) => onChange(value.filter((other) => other !== id))}
      />
    </div>
  );
}
