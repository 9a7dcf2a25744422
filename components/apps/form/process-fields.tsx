"use client";

import { FormField } from "@/components/shared/form/form-field";
import { SwitchField } from "@/components/shared/form/switch-field";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { isTaskStep } from "@/lib/contract/apps/steps";

import { AgentPins } from "./agent-pins";
import { AgentsPicker } from "./agents-picker";
import type { AppForm } from "./app-form";
import { FlowEditor } from "./flow/flow-editor";
import { completeStep } from "./flow/flow-steps";

interface ProcessFieldsProps {
  form: AppForm;
  slug: string;
  /** It is a stored app. */
  stored?: boolean;
}

/** The tasks and agents of a process. */
export function ProcessFields({ form, slug, stored = false }: ProcessFieldsProps) {
  const isHierarchical = form.watch("process") === "hierarchical";
  const { taskIds: issues, flow: flowIssues } = form.formState.errors;
  const steps = (form.watch("flow")?.steps ?? []).map(completeStep);
  return (
    <>
      <FormField
        control={form.control}
        name="taskIds"
        label="Tasks"
        required
        help="Tasks in the same row can run in parallel. Drag a card onto another to place it before that task or to run it after."
        group
      >
        {({ onChange, ref }) => (
          <FlowEditor
            ref={ref}
            slug={slug}
            steps={steps}
            issues={issues}
            stepIssues={(flowIssues as { steps?: unknown } | undefined)?.steps}
            onChange={(changed) => {
              form.setValue("flow", { steps: [...changed] }, { shouldDirty: true });
              onChange(changed.filter(isTaskStep).map(({ taskId }) => taskId));
            }}
          />
        )}
      </FormField>
      <FormField control={form.control} name="process" label="Process type" group>
        {({ ref, ...field }) => (
          <RadioGroup {...field} ref={ref}>
            <RadioItem
              card
              value="sequential"
              label="Sequential"
              help="Each task runs with its own agent once the tasks it depends on are done."
            />
            <RadioItem
              card
              value="hierarchical"
              label="Hierarchical (manager agent)"
              help="A manager model delegates each task to the agents you choose."
            />
          </RadioGroup>
        )}
      </FormField>
      {isHierarchical && (
        <FormField control={form.control} name="managerModelId" label="Manager model" required>
          {({ value, ...field }) => <ModelSelect {...field} value={value ?? null} slug={slug} />}
        </FormField>
      )}
      <FormField
        control={form.control}
        name="agentIds"
        label="Delegate to"
        required={isHierarchical}
        help={isHierarchical ? undefined : "For agents that allow delegation."}
      >
        {({ value = [], ref: _ref, ...field }) => <AgentsPicker {...field} slug={slug} value={value} />}
      </FormField>
      {stored && <AgentPins form={form} slug={slug} />}
      <SwitchField
        control={form.control}
        name="fullOutput"
        label="Return every task's output"
        help="Otherwise, only the last task's output is returned. The process view shows all outputs."
      />
    </>
  );
}
