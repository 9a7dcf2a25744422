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
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { useSendsMail } from "@/hooks/account/use-sends-mail";
import type { App } from "@/lib/contract/apps/schemas";
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
        {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
      </FormField>
      <FormField control={form.control} name="description" label="Description" help="What people can expect of it.">
        {({ value = "", ...field }) => <Textarea {...field} value={value} rows={2} maxLength={2_000} />}
      </FormField>
      {chat && (
        <FormField
          control={form.control}
          name="agentId"
          label="Agent"
          required
          help="Who answers."
          aside={<AddLink href={`/${slug}/agent/add`}>Add an agent</AddLink>}
        >
          {(field) => <AgentSelect {...field} slug={slug} stored={stored} />}
        </FormField>
      )}
      <FormField
        control={form.control}
        name="variableIds"
        label="Ask for these variables"
        help={`Before ${chat ? "a conversation" : "the process"} begins, with those that ${chat ? "the agent asks" : "its agents ask"} for.`}
        aside={<AddLink href={`/${slug}/variable/add`}>New variable</AddLink>}
      >
        {({ value = [], ref: _ref, ...field }) => <VariablePicker {...field} slug={slug} value={value} />}
      </FormField>
      {chat && (
        <FormField
          control={form.control}
          name="conversationStarters"
          label="Conversation starters"
          help="One a line, at most 10. Shown before the first message."
        >
          {({ value = [], ref: _ref, ...field }) => <LinesInput {...field} value={value} />}
        </FormField>
      )}
      <FormField control={form.control} name="tags" label="Tags" help="Enter or a comma ends one. At most 20.">
        {({ value = [], ...field }) => <TagsInput {...field} value={value} maxLength={40} />}
      </FormField>
      {chat && (
        <FormField
          control={form.control}
          name="maxMessages"
          label="Messages at most"
          help="Of one session, 2 to 1,000; it is complete then."
        >
          {(field) => <RequiredNumber {...field} min={2} max={1_000} />}
        </FormField>
      )}
    </>
  );
}

interface SharingProps extends Pick<FieldsProps, "form"> {
  /** Share links for people outside the team. */
  children?: ReactNode;
}

export function SharingFields({ form, children }: SharingProps) {
  const mode = form.watch("sharingMode");
  // Without mail no address can be confirmed.
  const lacksMail = useSendsMail() === false;
  return (
    <>
      <FormField control={form.control} name="sharingMode" label="Shared with" group>
        {({ ref, ...field }) => (
          <RadioGroup {...field} ref={ref}>
            <RadioItem card value="team" label="The team" help="Every member can use the app and see its sessions." />
            <RadioItem
              card
              value="private"
              label="Only me"
              help="You and team admins can use the app and see its sessions."
            />
            <RadioItem
              card
              value="whitelist"
              label="Named people"
              help={
                lacksMail
                  ? "Not available: this server cannot confirm whose an address is."
                  : "The team, and by a link those whose e-mail addresses you name, once they have confirmed them."
              }
              disabled={lacksMail && mode !== "whitelist"}
            />
            <RadioItem
              card
              value="public"
              label="Anyone with a link"
              help="The team, and by a link anybody, without an account. They see nothing but their own conversations."
            />
          </RadioGroup>
        )}
      </FormField>
      {mode === "whitelist" && (
        <FormField
          control={form.control}
          name="sharingEmails"
          label="E-mail addresses"
          help="Enter or a comma ends one. At most 200."
          required
        >
          {({ value = [], ...field }) => <TagsInput {...field} value={value} max={200} maxLength={254} />}
        </FormField>
      )}
      {(mode === "whitelist" || mode === "public") && children}
    </>
  );
}
