"use client";

import Link from "next/link";
import type { z } from "zod";
import { FormField } from "@/components/shared/form-field";
import { IconField } from "@/components/shared/icon-field";
import { LinesInput } from "@/components/shared/lines-input";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Textarea } from "@/components/ui/textarea";
import type { ContractForm } from "@/hooks/use-contract-form";
import { useEndpoint } from "@/hooks/use-endpoint";
import { agents } from "@/lib/contract/agents";
import type { App, appForm } from "@/lib/contract/apps";

export type AppForm = ContractForm<z.input<typeof appForm>>;

export function appDefaults(app?: App): z.input<typeof appForm> {
  const { name = "", description = "", tags = [], iconId = null, chatAppConfig, sharingConfig } = app ?? {};
  const { agentId = "", conversationStarters = [], maxMessages = 30 } = chatAppConfig ?? {};
  return {
    name,
    description,
    tags,
    iconId,
    type: "chat",
    sharingMode: sharingConfig?.mode ?? "team",
    agentId: agentId ?? "",
    conversationStarters,
    maxMessages,
  };
}

interface FieldsProps {
  form: AppForm;
  slug: string;
  app?: App;
}

export function DetailFields({ form, slug, app }: FieldsProps) {
  const found = useEndpoint(agents.list, { params: { resourceSlug: slug }, query: { limit: 100, sort: "name" } });
  const choices = (found.data?.agents ?? []).map(({ _id, name, modelName }) => ({
    value: _id,
    label: name,
    help: modelName ?? "No model",
  }));
  return (
    <>
      <FormField control={form.control} name="iconId" label="Icon" group>
        {({ value, onChange }) => (
          <IconField
            slug={slug}
            name={form.watch("name")}
            iconId={value ?? null}
            filename={app?.icon?.filename}
            onChange={onChange}
          />
        )}
      </FormField>
      <FormField control={form.control} name="name" label="Name" required>
        {(field) => <Input {...field} autoFocus maxLength={100} />}
      </FormField>
      <FormField control={form.control} name="description" label="Description" help="What people can expect of it.">
        {({ value = "", ...field }) => <Textarea {...field} value={value} rows={2} maxLength={2_000} />}
      </FormField>
      <FormField
        control={form.control}
        name="agentId"
        label="Agent"
        required
        help={found.data && choices.length === 0 ? "Your team has no agent yet." : "Who answers."}
        aside={
          <Link href={`/${slug}/agent/add`} className="text-accent hover:underline">
            Add an agent
          </Link>
        }
      >
        {({ ref: _ref, ...field }) => (
          <OptionSelect {...field} options={choices} placeholder={found.isPending ? "Loading…" : "Choose an agent"} />
        )}
      </FormField>
      <FormField
        control={form.control}
        name="conversationStarters"
        label="Conversation starters"
        help="One a line, at most 10. Shown before the first message."
      >
        {({ value = [], onChange, ref: _ref, ...field }) => <LinesInput {...field} value={value} onChange={onChange} />}
      </FormField>
      <FormField control={form.control} name="tags" label="Tags" help="One a line, at most 20.">
        {({ value = [], onChange, ref: _ref, ...field }) => <LinesInput {...field} value={value} onChange={onChange} />}
      </FormField>
      <FormField
        control={form.control}
        name="maxMessages"
        label="Messages at most"
        help="Of one session, 2 to 1,000; it is complete then."
      >
        {({ value, onChange, ...field }) => (
          <Input
            {...field}
            type="number"
            min={2}
            max={1_000}
            className="max-w-32"
            value={Number.isNaN(value) ? "" : value}
            onChange={({ target }) => onChange(target.valueAsNumber)}
          />
        )}
      </FormField>
    </>
  );
}

const modes = [
  { value: "team", label: "The team", help: "Every member can use the app and see its sessions." },
  { value: "private", label: "Only me", help: "You and team admins can use the app and see its sessions." },
] as const;

export function SharingFields({ form }: Pick<FieldsProps, "form">) {
  const chosen = form.watch("sharingMode");
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Shared with</legend>
      {modes.map(({ value, label, help }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-control border p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint"
        >
          <input
            type="radio"
            className="mt-1 accent-accent"
            name="sharingMode"
            checked={chosen === value}
            onChange={() => form.setValue("sharingMode", value, { shouldDirty: true })}
          />
          <span>
            <span className="block font-medium">{label}</span>
            <span className="block text-muted text-secondary">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
