"use client";

import { useRouter } from "next/navigation";
import { FormFooter, isConflict } from "@/components/shared/form/form-footer";
import { useRefusal } from "@/components/shared/required-tests/use-refusal";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { tasks } from "@/lib/contract/tasks/calls";
import type { Task } from "@/lib/contract/tasks/schemas";
import { Permission } from "@/lib/permissions/bits";
import { InputSection } from "./input-section";
import { OutputSection } from "./output-section";
import type { TaskValues } from "./task-form-state";
import { WorkSection } from "./work-section";

const defaults = (task: Task | undefined): TaskValues => ({
  name: task?.name ?? "",
  description: task?.description ?? "",
  expectedOutput: task?.expectedOutput ?? "",
  agentId: task?.agentId ?? null,
  toolIds: task?.toolIds ?? [],
  contextTaskIds: task?.contextTaskIds ?? [],
  requiresHumanInput: task?.requiresHumanInput ?? false,
  formFields: task?.formFields ?? [],
  asks: task?.asks ?? null,
  structuredOutput: task?.structuredOutput ?? null,
  storeTaskOutput: task?.storeTaskOutput ?? false,
  taskOutputFileName: task?.taskOutputFileName ?? null,
  outputVariableId: task?.outputVariableId ?? null,
  displayOnlyFinalOutput: task?.displayOnlyFinalOutput ?? false,
});

interface TaskFormProps {
  slug: string;
  /** The stored task, when one is edited. */
  task?: Task;
  /** Within another page, which stays open. */
  outcome?: { onSaved(taskId: string): void; onCancel(): void };
  /** Reloads the form with the stored values. */
  onReload?: () => void;
}

/** Adds or edits a task. */
export function TaskForm({ slug, task, outcome, onReload }: TaskFormProps) {
  const router = useRouter();
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/tasks/schemas")).taskForm, {
    defaultValues: defaults(task),
  });
  const params = { resourceSlug: slug };
  const refusal = useRefusal(slug);
  const options = {
    form,
    invalidate: ["apps", "variables", "agents", "tools"],
    navigate: false as const,
    onError: isConflict,
  };
  const leave = (taskId: string) => (outcome ? outcome.onSaved(taskId) : router.push(`/${slug}/tasks`));
  const add = useAction(tasks.add, { ...options, success: "Task created.", onSuccess: ({ _id }) => leave(_id) });
  const edit = useAction(tasks.edit, {
    ...options,
    success: "Task saved.",
    onSuccess: () => leave(task?._id ?? ""),
    onError: (error) => refusal.onError(error) || isConflict(error),
  });
  useUnsavedGuard(form.formState.isDirty && !add.done && !edit.done);
  const save = form.handleSubmit(async (body) => {
    if (!task) await add.run({ params, body });
    else
      await refusal.attempt((override) =>
        edit.run({ params: { ...params, taskId: task._id }, body: { ...body, version: task.version, ...override } }),
      );
  });
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <WorkSection form={form} slug={slug} task={task} />
      <InputSection form={form} slug={slug} />
      <OutputSection form={form} slug={slug} />
      <FormFooter
        cancel={outcome?.onCancel ?? `/${slug}/tasks`}
        submit={task ? "Save" : "Create task"}
        pending={add.pending || edit.pending || add.done || edit.done}
        disabledReason={why(task ? Permission.EDIT_TASK : Permission.CREATE_TASK)}
        error={refusal.filter(edit.error)}
        onReload={onReload}
      />
      {refusal.dialog}
    </form>
  );
}
