"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormActions } from "@/components/shared/form/form-section";
import { NumberInput } from "@/components/shared/form/number-input";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { linkMessagesPerDay, visitorMessagesPerDay } from "@/lib/constants/limits";
import { shares } from "@/lib/contract/shares/calls";
import type { ShareLink } from "@/lib/contract/shares/schemas";
import { LinkLookFields } from "./link-look-fields";
import { LinkPasswordField } from "./link-password-field";

const dayMs = 86_400_000;
const never = "never";
const unchanged = "kept";
const choices = [
  { value: "1", label: "In 1 day" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "365", label: "In 1 year" },
];

interface LinkFormProps {
  slug: string;
  appId: string;
  /** The stored link, when one is changed. */
  link?: ShareLink;
  onDone(): void;
}

const toDate = (date: string): string =>
  new Date(date).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A link's expiration, password, daily message limits and look. */
export function LinkForm({ slug, appId, link, onDone }: LinkFormProps) {
  const form = useContractForm(async () => (await import("@/lib/contract/shares/schemas")).shareLinkForm, {
    defaultValues: {
      expiresAt: link?.expiresAt ?? null,
      visitorMessagesPerDay: link?.visitorMessagesPerDay ?? visitorMessagesPerDay,
      linkMessagesPerDay: link?.linkMessagesPerDay ?? linkMessagesPerDay,
      name: link?.name ?? null,
      iconId: link?.iconId ?? null,
      accent: link?.accent ?? null,
      welcomeText: link?.welcomeText ?? null,
    },
  });
  const add = useAction(shares.add, { form, onSuccess: onDone });
  const edit = useAction(shares.edit, { form, onSuccess: onDone, success: "Link saved." });
  const params = { resourceSlug: slug };
  const save = form.handleSubmit(async ({ expiresAt, ...settings }) => {
    if (!link) return void (await add.run({ params, body: { appId, expiresAt, ...settings } }));
    // A date in the past would be rejected, so an unchanged one is not sent.
    const changed = expiresAt === link.expiresAt ? settings : { expiresAt, ...settings };
    await edit.run({ params: { ...params, shareId: link.shareId }, body: changed });
  });
  const options = [
    { value: never, label: "Never" },
    ...(link?.expiresAt ? [{ value: unchanged, label: toDate(link.expiresAt) }] : []),
    ...choices,
  ];
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void save(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={form.control} name="expiresAt" label="Expires">
          {({ value, onChange, ref: _ref, ...field }) => (
            <OptionSelect
              {...field}
              value={
                value === null || value === undefined ? never : value === link?.expiresAt ? unchanged : daysLeft(value)
              }
              onChange={(next) => onChange(toExpiresAt(next, link))}
              options={options}
            />
          )}
        </FormField>
        <LinkPasswordField form={form} hasPassword={link?.hasPassword ?? false} />
        <FormField control={form.control} name="visitorMessagesPerDay" label="Messages per visitor per day">
          {({ onChange, ...field }) => (
            <NumberInput {...field} min={1} onChange={(value) => onChange(value ?? Number.NaN)} />
          )}
        </FormField>
        <FormField control={form.control} name="linkMessagesPerDay" label="Total messages per day">
          {({ onChange, ...field }) => (
            <NumberInput {...field} min={1} onChange={(value) => onChange(value ?? Number.NaN)} />
          )}
        </FormField>
      </div>
      <LinkLookFields slug={slug} form={form} filename={link?.icon?.filename} />
      <FormActions>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={add.pending || edit.pending}>
          {link ? "Save link" : "Create link"}
        </Button>
      </FormActions>
    </form>
  );
}

const daysLeft = (date: string): string => String(Math.round((Date.parse(date) - Date.now()) / dayMs));

function toExpiresAt(choice: string, link: ShareLink | undefined): string | null {
  if (choice === never) return null;
  return choice === unchanged ? (link?.expiresAt ?? null) : new Date(Date.now() + Number(choice) * dayMs).toISOString();
}
