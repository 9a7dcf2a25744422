import type { z } from "zod";
import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { SwitchField } from "@/components/shared/form/switch-field";
import { AddLink } from "@/components/shared/page/add-link";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { Agent, agentForm } from "@/lib/contract/agents/schemas";
import { PinnedToolPicker } from "./pinned-tool-picker";
import { ToolsWarning } from "./tools-warning";

interface ModelSectionProps {
  form: ContractForm<z.input<typeof agentForm>>;
  slug: string;
  /** The stored agent, when one is edited. */
  agent: Agent | undefined;
}

/** The agent's model, data sources, and tools. */
export function ModelSection({ form, slug, agent }: ModelSectionProps) {
  const { modelId, modelName } = agent ?? {};
  const stored = modelId && modelName ? { value: modelId, label: modelName } : undefined;
  return (
    <FormSection title="Model, knowledge and tools">
      <FormField
        control={form.control}
        name="modelId"
        label="Model"
        required
        aside={<AddLink href={`/${slug}/model/add`}>New model</AddLink>}
      >
        {(field) => <ModelSelect {...field} slug={slug} stored={stored} />}
      </FormField>
      <FormField
        control={form.control}
        name="toolIds"
        label="Knowledge"
        help="Data sources that the agent searches and cites."
        aside={<AddLink href={`/${slug}/connections/add`}>New data source</AddLink>}
      >
        {({ value = [], ref: _ref, ...field }) => (
          <PinnedToolPicker
            {...field}
            kind="knowledge"
            slug={slug}
            value={value}
            pins={form.watch("toolRevisions") ?? {}}
            onPins={(pins) => form.setValue("toolRevisions", pins, { shouldDirty: true })}
          />
        )}
      </FormField>
      <FormField
        control={form.control}
        name="toolIds"
        label="Tools"
        help="The agent uses each tool's description to decide when to call it."
        aside={<AddLink href={`/${slug}/tool/add`}>New tool</AddLink>}
      >
        {({ value = [], ref: _ref, ...field }) => (
          <PinnedToolPicker
            {...field}
            kind="other"
            slug={slug}
            value={value}
            pins={form.watch("toolRevisions") ?? {}}
            onPins={(pins) => form.setValue("toolRevisions", pins, { shouldDirty: true })}
          />
        )}
      </FormField>
      <ToolsWarning
        slug={slug}
        modelId={form.watch("modelId")}
        hasTools={Boolean(form.watch("toolIds")?.length)}
        delegates={Boolean(form.watch("allowDelegation"))}
      />
      <FormField control={form.control} name="maxIterations" label="Max steps" help="Model calls per answer, 1–100.">
        {(field) => <RequiredNumber {...field} min={1} max={100} />}
      </FormField>
      <SwitchField control={form.control} name="allowDelegation" label="Allow delegation" />
    </FormSection>
  );
}
