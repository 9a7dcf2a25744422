"use client";

import { TaskPicker } from "@/components/shared/pickers/task-picker";
import { Chips } from "@/components/ui/chips";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { tasks } from "@/lib/contract/tasks/calls";

interface ContextPickerProps {
  slug: string;
  /** The edited task, which cannot depend on itself. */
  taskId: string | undefined;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
}

/** Selects the tasks whose outputs a task receives. */
export function ContextPicker({ slug, taskId, value, onChange, ...props }: ContextPickerProps) {
  const chosen = useEndpoint(tasks.list, {
    params: { resourceSlug: slug },
    query: { ids: value.join(" "), limit: 100 },
    enabled: value.length > 0,
  });
  const findName = (id: string) => chosen.data?.tasks.find(({ _id }) => _id === id)?.name ?? "…";
  return (
    <div className="grid gap-2">
      <TaskPicker
        {...props}
        slug={slug}
        excluded={taskId ? [...value, taskId] : value}
        onPick={(id) => onChange([...value, id])}
      />
      <Chips
        items={value.map((id) => ({ value: id, label: findName(id) }))}
        onRemove={(id) => onChange(value.filter((other) => other !== id))}
      />
    </div>
  );
}
