"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { FormField } from "@/components/shared/form-field";
import { FormActions, FormSection } from "@/components/shared/form-section";
import { IconField } from "@/components/shared/icon-field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import { maxIterationsDefault } from "@/lib/constants/limits";
import { type Agent, agentForm, agents } from "@/lib/contract/agents";
import { models } from "@/lib/contract/models";

function defaults(agent: Agent | undefined) {
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
    maxIterations: agent?.maxIterations ?? maxIterationsDefault,
  };
}

/** Adds or edits an agent. */
export function AgentForm({ slug, agent }: { slug: string; agent?: Agent }) {
  const router = useRouter();
  const form = useContractForm(agentForm, { defaultValues: defaults(agent) });
  useUnsavedGuard(form.formState.isDirty && !form.formState.isSubmitSuccessful);
  const params = { resourceSlug: slug };
  const found = useEndpoint(models.list, { params, query: { modelType: "llm", limit: 100, sort: "name" } });
  const options = {
    form,
    invalidate: ["apps"],
    navigate: false as const,
    onSuccess: () => router.push(`/${slug}/agents`),
  };
  const add = useAction(agents.add, { ...options, success: "Agent added." });
  const edit = useAction(agents.edit, { ...options, success: "Agent saved." });
  const save = form.handleSubmit(async (body) => {
    if (agent) await edit.run({ params: { ...params, agentId: agent._id }, body: { ...body, version: agent.version } });
    else await add.run({ params, body });
  });
  const choices = (found.data?.models ?? []).map(({ _id, name, model }) => ({ value: _id, label: name, help: model }));
  const none = found.data && choices.length === 0;
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <FormSection title="Who it is">
        <FormField control={form.control} name="iconId" label="Icon" group>
          {({ value, onChange }) => (
            <IconField
              slug={slug}
              name={form.watch("name")}
              iconId={value ?? null}
              filename={agent?.icon?.filename}
              onChange={onChange}
            />
          )}
        </FormField>
        <FormField control={form.control} name="name" label="Name" required>
          {(field) => <Input {...field} autoFocus maxLength={100} />}
        </FormField>
        <FormField
          control={form.control}
          name="role"
          label="Role"
          required
          help="What it is, in a few words: “a patient maths tutor”."
        >
          {(field) => <Textarea {...field} rows={1} />}
        </FormField>
        <FormField
          control={form.control}
          name="goal"
          label="Goal"
          required
          help="What it should achieve for whoever talks to it."
        >
          {(field) => <Textarea {...field} rows={2} />}
        </FormField>
        <FormField
          control={form.control}
          name="backstory"
          label="Backstory"
          required
          help="What it knows and how it speaks. {name} of a session's variable is filled in."
        >
          {(field) => <Textarea {...field} rows={5} />}
        </FormField>
      </FormSection>
      <FormSection title="How it thinks">
        <FormField
          control={form.control}
          name="modelId"
          label="Model"
          required
          help={none ? "Your team has no chat model yet." : undefined}
          aside={
            <Link className="text-accent hover:underline" href={`/${slug}/model/add`}>
              Add a model
            </Link>
          }
        >
          {({ ref: _ref, ...field }) => (
            <OptionSelect {...field} options={choices} placeholder={found.isPending ? "Loading…" : "Choose a model"} />
          )}
        </FormField>
        <FormField
          control={form.control}
          name="maxIterations"
          label="Steps at most"
          help="Model calls for one answer, 1 to 100."
        >
          {({ value, onChange, ...field }) => (
            <Input
              {...field}
              type="number"
              min={1}
              max={100}
              className="max-w-32"
              value={Number.isNaN(value) ? "" : value}
              onChange={({ target }) => onChange(target.valueAsNumber)}
            />
          )}
        </FormField>
        <FormField control={form.control} name="allowDelegation" label="May pass work on to other agents">
          {({ value, onChange, ref: _ref, ...field }) => (
            <Switch {...field} checked={value} onCheckedChange={onChange} />
          )}
        </FormField>
      </FormSection>
      <FormActions>
        <Button variant="outline" onClick={() => router.push(`/${slug}/agents`)}>
          Cancel
        </Button>
        <Button type="submit" loading={add.pending || edit.pending}>
          {agent ? "Save" : "Add agent"}
        </Button>
      </FormActions>
    </form>
  );
}
