"use client";

import { FormField } from "@/components/shared/form/form-field";
import { AddLink } from "@/components/shared/page/add-link";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { AgentsPicker } from "./agents-picker";
import type { AppForm } from "./app-form";
import { TasksField } from "./tasks-field";

/** The tasks and agents of a process. */
export function ProcessFields({ form, slug }: { form: AppForm; slug: string }) {
  const isHierarchical = form.watch("process") === "hierarchical";
  const { taskIds: issues } = form.formState.errors;
  return (
    <>
      <FormField
        control={form.control}
        name="taskIds"
        label="Tasks"
        required
        help="In their order. A task comes after those whose outputs it is given."
        aside={<AddLink href={`/${slug}/task/add`}>New task</AddLink>}
        group
      >
        {({ value = [], onChange, ref }) => (
          <TasksField ref={ref} slug={slug} value={value} issues={issues} onChange={onChange} />
        )}
      </FormField>
      <FormField control={form.control} name="process" label="How they are done" group>
        {({ ref, ...field }) => (
          <RadioGroup {...field} ref={ref}>
            <RadioItem
              card
              value="sequential"
              label="Sequential"
              help="Each task by its own agent, as soon as those that it waits for are done."
            />
            <RadioItem
              card
              value="hierarchical"
              label="Led by a manager"
              help="A model leads: it gives the work of each task to the agents that you name, and to nobody else."
            />
          </RadioGroup>
        )}
      </FormField>
      {isHierarchical && (
        <FormField control={form.control} name="managerModelId" label="Model of the manager" required>
          {({ value, ...field }) => <ModelSelect {...field} value={value ?? null} slug={slug} />}
        </FormField>
      )}
      <FormField
        control={form.control}
        name="agentIds"
        label={isHierarchical ? "Agents that it may give work to" : "Agents that work may be passed on to"}
        required={isHierarchical}
        help={isHierarchical ? undefined : "By those agents of its tasks that may pass work on."}
      >
        {({ value = [], ref: _ref, ...field }) => <AgentsPicker {...field} slug={slug} value={value} />}
      </FormField>
      <FormField
        control={form.control}
        name="fullOutput"
        label="Answer with every task's output"
        help="Otherwise with the last task's alone. All outputs stand in the picture of the process anyway."
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
    </>
  );
}
