"use client";

import type { ReactNode } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { IconField } from "@/components/shared/form/icon-field";
import { LinesInput } from "@/components/shared/form/lines-input";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { TagsInput } from "@/components/shared/form/tags-input";
import { AddLink } from "@/components/shared/page/add-link";
import { AgentSelect } from "@/components/shared/pickers/agent-select";
import { VariablePicker } from "@/components/shared/pickers/variable-picker";
import { AccessRadio } from "@/components/shared/share-links/access-radio";
import { PublicWarning } from "@/components/shared/share-links/public-warning";
import { useSearchable } from "@/components/shared/share-links/use-searchable";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { App } from "@/lib/contract/apps/schemas";
import { AgentPins } from "./agent-pins";
import type { AppForm } from "./app-form";

interface FieldsProps {
  form: AppForm;
  slug: string;
  /** The stored app, when one is edited. */
  app?: App;
}

export function DetailFields({ form, slug, app }: FieldsProps) {
  const chat = form.watch("type") === "chat";
  const { agentId } = app?.chatAppConfig ?? {};
  const stored = agentId && app?.agentName ? { value: agentId, label: app.agentName } : undefined;
  return (
    <>
      <FormField control={form.control} name="iconId" label="Icon" group>
        {(field) => <IconField {...field} slug={slug} name={form.watch("name")} filename={app?.icon?.filename} />}
      </FormField>
      <FormField control={form.control} name="name" label="Name" required>
        {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
      </FormField>
      <FormField control={form.control} name="description" label="Description">
        {({ value = "", ...field }) => <Textarea {...field} value={value} rows={2} maxLength={2_000} />}
      </FormField>
      {chat && (
        <FormField
          control={form.control}
          name="agentId"
          label="Agent"
          required
          aside={<AddLink href={`/${slug}/agent/add`}>New agent</AddLink>}
        >
          {(field) => <AgentSelect {...field} slug={slug} stored={stored} />}
        </FormField>
      )}
      {chat && app && <AgentPins form={form} slug={slug} />}
      <FormField
        control={form.control}
        name="variableIds"
        label="Required inputs"
        help={`Asked before ${chat ? "a session" : "the process"} starts, along with the inputs that ${chat ? "the agent requires" : "its agents require"}.`}
        aside={<AddLink href={`/${slug}/variable/add`}>New variable</AddLink>}
      >
        {({ value = [], ref: _ref, ...field }) => <VariablePicker {...field} slug={slug} value={value} />}
      </FormField>
      {chat && (
        <FormField
          control={form.control}
          name="conversationStarters"
          label="Conversation starters"
          help="One per line, up to 10. Shown before the first message."
        >
          {({ value = [], ref: _ref, ...field }) => <LinesInput {...field} value={value} />}
        </FormField>
      )}
      <FormField control={form.control} name="tags" label="Tags" help="Press Enter or comma to add. Up to 20.">
        {({ value = [], ...field }) => <TagsInput {...field} value={value} maxLength={40} />}
      </FormField>
      {chat && (
        <FormField
          control={form.control}
          name="maxMessages"
          label="Message limit"
          help="2–1,000 per session. The session closes at the limit."
        >
          {(field) => <RequiredNumber {...field} min={2} max={1_000} />}
        </FormField>
      )}
    </>
  );
}

interface SharingProps extends FieldsProps {
  /** Share links for people outside the team. */
  children?: ReactNode;
}

export function SharingFields({ form, slug, app, children }: SharingProps) {
  const [mode, type, agentId, agentIds = [], taskIds = []] = form.watch([
    "sharingMode",
    "type",
    "agentId",
    "agentIds",
    "taskIds",
  ]);
  const becomesPublic = mode === "public" && app?.sharingConfig.mode !== "public";
  const searchers = type === "chat" ? { agentIds: agentId ? [agentId] : [], taskIds: [] } : { agentIds, taskIds };
  const searchable = useSearchable(slug, searchers, becomesPublic);
  return (
    <>
      <FormField control={form.control} name="sharingMode" label="Access" group>
        {({ ref, ...field }) => <AccessRadio {...field} ref={ref} />}
      </FormField>
      {mode === "whitelist" && (
        <FormField
          control={form.control}
          name="sharingEmails"
          label="Email addresses"
          help="Press Enter or comma to add. Up to 200."
          required
        >
          {({ value = [], ...field }) => <TagsInput {...field} value={value} max={200} maxLength={254} />}
        </FormField>
      )}
      {becomesPublic && <PublicWarning searchable={searchable} />}
      {(mode === "whitelist" || mode === "public") && children}
    </>
  );
}
