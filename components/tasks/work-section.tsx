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
    <FormSection title="What is to be done">
      <FormField control={form.control} name="name" label="Name" required>
        {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
      </FormField>
      <FormField
        control={form.control}
        name="description"
        label="Description"
        required
        help="What the agent is told to do. A brace, {, offers your team's variables."
      >
        {(field) => <PromptInput {...field} rows={5} />}
      </FormField>
      <FormField
        control={form.control}
        name="expectedOutput"
        label="Expected output"
        required
        help="What there is when it is done: “a summary of one page, with a list of sources”."
      >
        {(field) => <PromptInput {...field} rows={2} />}
      </FormField>
      <FormField
        control={form.control}
        name="agentId"
        label="Agent"
        help="Who does it. Where a manager leads the process, the manager decides."
        aside={<AddLink href={`/${slug}/agent/add`}>Add an agent</AddLink>}
      >
        {({ value, ...field }) => <AgentSelect {...field} value={value ?? null} slug={slug} stored={stored} />}
      </FormField>
      <FormField
        control={form.control}
        name="toolIds"
        label="Tools"
        help="Beside those that the agent has."
        aside={<AddLink href={`/${slug}/tool/add`}>Add a tool</AddLink>}
      >
        {({ value = [], ref: _ref, ...field }) => <ToolPicker {...field} slug={slug} value={value} />}
      </FormField>
      <FormField
        control={form.control}
        name="contextTaskIds"
        label="Context"
        help="Tasks whose outputs it is given. It waits for them; tasks that wait for nothing are done at the same time."
      >
        {({ value = [], ref: _ref, ...field }) => (
          <ContextPicker {...field} slug={slug} taskId={task?._id} value={value} />
        )}
      </FormField>
    </FormSection>
  );
}
