"use client";

import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { tasks } from "@/lib/contract/tasks/calls";
import { TaskForm } from "./task-form";

interface TaskEditorProps {
  slug: string;
  /** Undefined: a new task. */
  taskId: string | undefined;
  onSaved(taskId: string): void;
  onCancel(): void;
}

/** A task's form within another page. */
export function TaskEditor({ slug, taskId, ...outcome }: TaskEditorProps) {
  const { data, error, refetch } = useEndpoint(tasks.get, {
    params: { resourceSlug: slug, taskId: taskId ?? "" },
    enabled: taskId !== undefined,
  });
  if (!taskId) return <TaskForm slug={slug} outcome={outcome} />;
  if (error && !data) return <Banner tone="danger">{errorMessage(error)}</Banner>;
  if (!data) return <Skeleton className="h-96 rounded-card" />;
  const { task } = data;
  return <TaskForm key={task.version} slug={slug} task={task} outcome={outcome} onReload={() => void refetch()} />;
}
