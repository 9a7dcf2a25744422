import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { AddLink } from "@/components/shared/page/add-link";
import { AgentSelect } from "@/components/shared/pickers/agent-select";
import { ToolPicker } from "@/components/shared/pickers/tool-picker";
import { PromptInput } from "@/components/shared/prompt/prompt-input";
import { Input } from "@/components/ui/input";
import type { Task } from "@/lib/contract/tasks/schemas";
import { ContextPicker } from "./context-picker";
import type { TaskFormState } from "./task-form-state";

interface SectionProps {
  form: TaskFormState;
  slug: string;
  task: Task | undefined;
}

/** The task's description, agent and tools. */
export function WorkSection({ form, slug, task }: SectionProps) {
  const { agent } = task ?? {};
  const stored = agent ? { value: agent._id, label: agent.name } : undefined;
  return (
    <FormSection title="Task">
      <FormField control={form.control} name="name" label="Name" required>
        {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
      </FormField>
      <FormField
        control={form.control}
        name="description"
        label="Description"
        required
        help="Instructions for the agent. Type { to insert a variable."
      >
        {(field) => <PromptInput {...field} rows={5} />}
      </FormField>
      <FormField
        control={form.control}
        name="expectedOutput"
        label="Expected output"
        required
        help="Describe the result, e.g. “One-page summary with sources”."
      >
        {(field) => <PromptInput {...field} rows={2} />}
      </FormField>
      <FormField
        control={form.control}
        name="agentId"
        label="Agent"
        help="Assigned agent. Ignored in hierarchical processes."
        aside={<AddLink href={`/${slug}/agent/add`}>New agent</AddLink>}
      >
        {({ value, ...field }) => <AgentSelect {...field} value={value ?? null} slug={slug} stored={stored} />}
      </FormField>
      <FormField
        control={form.control}
        name="toolIds"
        label="Tools"
        help="In addition to the agent's own tools."
        aside={<AddLink href={`/${slug}/tool/add`}>New tool</AddLink>}
      >
        {({ value = [], ref: _ref, ...field }) => <ToolPicker {...field} slug={slug} value={value} />}
      </FormField>
      <FormField
        control={form.control}
        name="contextTaskIds"
        label="Context"
        help="Runs after these tasks and receives their output. Independent tasks run in parallel."
      >
        {({ value = [], ref: _ref, ...field }) => (
          <ContextPicker {...field} slug={slug} taskId={task?._id} value={value} />
        )}
      </FormField>
    </FormSection>
  );
}
