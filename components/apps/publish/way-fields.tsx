"use client";

import { Fragment, type ReactNode, useId } from "react";
import { Field } from "@/components/shared/form/field";
import { FormField } from "@/components/shared/form/form-field";
import { OptionSelect } from "@/components/ui/option-select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { type PublicationWay, type WebhookPreset, webhookPresets } from "@/lib/constants/publications";
import { availableWays } from "@/lib/contract/publications/ways";
import type { PublicationValues } from "./publication-values";
import { wayTexts } from "./ways";
import { SecretField } from "./webhook/secret-field";

const presetLabels: Record<WebhookPreset, string> = {
  standard: "Standard Webhooks",
  github: "GitHub",
  stripe: "Stripe",
  slack: "Slack",
  gitlab: "GitLab",
  bearer: "Bearer token",
};

/** Settings of the ways that have some. */
const initialSettings: Partial<Record<PublicationWay, object>> = {
  mcp: { description: "" },
  webhook: { preset: "standard" },
};

/** The ways that can be turned on, each followed by its settings. */
export function WayFields({ form }: { form: ContractForm<PublicationValues> }) {
  const title = useId();
  const webhook = form.watch("ways.webhook");
  const hasTool = typeof form.watch("ways.mcp") === "object";
  const settings: Partial<Record<PublicationWay, ReactNode>> = {
    mcp: hasTool && (
      <FormField
        control={form.control}
        name="ways.mcp.description"
        label="Tool description"
        help="Tells agents when to use the tool. Leave empty to use the app's description."
      >
        {({ value, ...field }) => <Textarea {...field} value={value ?? ""} rows={3} />}
      </FormField>
    ),
    webhook: webhook && (
      <>
        <Field label="Signature" help="Verifies that requests come from the sender.">
          <OptionSelect
            className="max-w-96"
            value={webhook.preset}
            onChange={(preset) =>
              form.setValue("ways.webhook", { ...webhook, preset: preset as WebhookPreset }, { shouldDirty: true })
            }
            options={webhookPresets.map((value) => ({ value, label: presetLabels[value] }))}
          />
        </Field>
        <SecretField
          preset={webhook.preset}
          isStored={Boolean(form.formState.defaultValues?.ways?.webhook)}
          value={webhook.secret}
          error={form.formState.errors.ways?.webhook?.message}
          onChange={(secret) => form.setValue("ways.webhook", { ...webhook, secret }, { shouldDirty: true })}
        />
      </>
    ),
  };
  return (
    <fieldset aria-labelledby={title} className="grid grid-cols-1 gap-3 rounded-control border p-3">
      <span id={title} className="font-medium text-label">
        Channels
      </span>
      {availableWays.map((way) => (
        <Fragment key={way}>
          <FormField control={form.control} name={`ways.${way}`} label={wayTexts[way].label} help={wayTexts[way].help}>
            {({ value, onChange, ref: _ref, ...field }) => (
              <Switch
                {...field}
                value={undefined}
                checked={Boolean(value)}
                onCheckedChange={(on) => onChange(on ? (initialSettings[way] ?? true) : false)}
              />
            )}
          </FormField>
          {settings[way] && <div className="grid grid-cols-1 gap-3 pb-1 pl-11.5">{settings[way]}</div>}
        </Fragment>
      ))}
    </fieldset>
  );
}
