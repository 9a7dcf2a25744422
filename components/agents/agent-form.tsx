"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { isConflict } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { IconField } from "@/components/shared/form/icon-field";
import { AddLink } from "@/components/shared/page/add-link";
import { VariablePicker } from "@/components/shared/pickers/variable-picker";
import { WithPreview } from "@/components/shared/preview/with-preview";
import { PromptInput } from "@/components/shared/prompt/prompt-input";
import { useRefusal } from "@/components/shared/required-tests/use-refusal";
import { NoteInput } from "@/components/shared/revisions/note-input";
import { SaveFooter } from "@/components/shared/revisions/save-footer";
import { Input } from "@/components/ui/input";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { ApiError } from "@/lib/api/api-error";
import { maxIterationsDefault } from "@/lib/constants/limits";
import { agents } from "@/lib/contract/agents/calls";
import type { AgentDefinition, AgentDraft } from "@/lib/contract/agents/definition";
import type { Agent } from "@/lib/contract/agents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { ModelSection } from "./model-section";

function defaults(agent: AgentDefinition | undefined, toolIds: string[]) {
  const {
    name = "",
    role = "",
    goal = "",
    backstory = "",
    modelId,
    functionModelId = null,
    allowDelegation = false,
    iconId = null,
  } = agent ?? {};
  return {
    name,
    role,
    goal,
    backstory,
    modelId: modelId ?? "",
    functionModelId,
    allowDelegation,
    iconId,
    toolIds: agent?.toolIds ?? toolIds,
    toolRevisions: agent?.toolRevisions ?? {},
    variableIds: agent?.variableIds ?? [],
    maxIterations: agent?.maxIterations ?? maxIterationsDefault,
  };
}

interface AgentFormProps {
  slug: string;
  /** The stored agent, when one is edited. */
  agent?: Agent;
  /** Its draft, which is then edited. */
  draft?: AgentDraft | null;
  /** The tools of a new agent. */
  toolIds?: string[];
  /** Reloads the form with the stored values. */
  onReload?: () => void;
}

/** Adds or edits an agent. */
export function AgentForm({ slug, agent, draft, toolIds = [], onReload }: AgentFormProps) {
  const router = useRouter();
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/agents/schemas")).agentForm, {
    defaultValues: defaults(draft?.definition ?? agent, toolIds),
  });
  const [note, setNote] = useState("");
  const params = { resourceSlug: slug };
  const refusal = useRefusal(slug);
  const options = {
    form,
    invalidate: ["apps", "variables", "tools", "datasources"],
    navigate: false as const,
    onSuccess: () => router.push(`/${slug}/agents`),
    onError: (error: ApiError) => refusal.onError(error) || isConflict(error),
  };
  const add = useAction(agents.add, { ...options, success: "Agent created." });
  const edit = useAction(agents.edit, { ...options, success: "Agent saved and applied." });
  const saveDraft = useAction(agents.edit, { ...options, success: "Draft saved.", onSuccess: () => onReload?.() });
  const preview = useAction(agents.preview, { form, navigate: false });
  useUnsavedGuard(form.formState.isDirty && !add.done && !edit.done);
  const save = form.handleSubmit(async (body) => {
    if (!agent) await add.run({ params, body });
    else await refusal.attempt((override) => edit.run(toEdit(agent, { ...body, note, draft: false, ...override })));
  });
  const keep = form.handleSubmit(async (body) => {
    if (agent) await saveDraft.run(toEdit(agent, { ...body, draft: true }));
  });
  const toEdit = ({ _id, version }: Agent, body: object) => ({
    params: { ...params, agentId: _id },
    body: { ...body, version },
  });
  const disabledReason = why(agent ? Permission.EDIT_AGENT : Permission.CREATE_AGENT);
  return (
    <WithPreview
      slug={slug}
      form={form}
      create={(values) => preview.run({ params, body: { ...values, agentId: agent?._id } })}
      disabledReason={disabledReason}
    >
      <form className="grid gap-4" onSubmit={save} noValidate>
        <FormSection title="Basics">
          <FormField control={form.control} name="iconId" label="Icon" group>
            {(field) => <IconField {...field} slug={slug} name={form.watch("name")} filename={agent?.icon?.filename} />}
          </FormField>
          <FormField control={form.control} name="name" label="Name" required>
            {(field) => <Input {...field} autoFocus maxLength={100} />}
          </FormField>
          <FormField
            control={form.control}
            name="role"
            label="Role"
            required
            help="Short role, e.g. “Patient math tutor”."
          >
            {(field) => <PromptInput {...field} rows={1} />}
          </FormField>
          <FormField
            control={form.control}
            name="goal"
            label="Goal"
            required
            help="The outcome the agent works toward."
          >
            {(field) => <PromptInput {...field} rows={2} />}
          </FormField>
          <FormField
            control={form.control}
            name="backstory"
            label="Backstory"
            required
            help="The agent's background and tone. Type { to insert a variable."
          >
            {(field) => <PromptInput {...field} rows={5} />}
          </FormField>
          <FormField
            control={form.control}
            name="variableIds"
            label="Required inputs"
            help="Asked before a session starts. Variables without a value are always asked for."
            aside={<AddLink href={`/${slug}/variable/add`}>New variable</AddLink>}
          >
            {({ value = [], ref: _ref, ...field }) => <VariablePicker {...field} slug={slug} value={value} />}
          </FormField>
        </FormSection>
        <ModelSection form={form} slug={slug} agent={agent} />
        <SaveFooter
          cancel={`/${slug}/agents`}
          create={agent ? undefined : "Create agent"}
          pending={add.pending || edit.pending || saveDraft.pending || add.done || edit.done}
          disabledReason={disabledReason}
          error={refusal.filter(edit.error) ?? saveDraft.error}
          onReload={onReload}
          onSaveDraft={() => void keep()}
          rollout={(!draft && agent?.rollout) || undefined}
          notice={
            agent && (
              <NoteInput aria-label="Version note" value={note} onChange={({ target }) => setNote(target.value)} />
            )
          }
        />
      </form>
      {refusal.dialog}
    </WithPreview>
  );
}
