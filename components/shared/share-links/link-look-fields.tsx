"use client";

import { FormField } from "@/components/shared/form/form-field";
import { IconField } from "@/components/shared/form/icon-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { linkWelcomeMax } from "@/lib/constants/limits";
import { AccentField } from "./accent-field";
import type { LinkSettingsForm } from "./link-password-field";

interface LookFieldsProps {
  slug: string;
  form: LinkSettingsForm;
  /** Of the stored icon. */
  filename?: string | undefined;
}

/** How a link looks to its visitors. */
export function LinkLookFields({ slug, form, filename }: LookFieldsProps) {
  return (
    <details className="rounded-control border p-3">
      <summary className="cursor-pointer font-medium text-label">Appearance</summary>
      <div className="grid grid-cols-1 gap-4 pt-3 sm:grid-cols-2">
        <FormField control={form.control} name="name" label="Name" help="Defaults to the app's name.">
          {({ value, ...field }) => <Input {...field} value={value ?? ""} autoComplete="off" maxLength={100} />}
        </FormField>
        <FormField control={form.control} name="iconId" label="Icon" group>
          {(field) => <IconField {...field} slug={slug} name={form.watch("name") ?? ""} filename={filename} />}
        </FormField>
        <FormField
          control={form.control}
          name="welcomeText"
          label="Welcome text"
          help="Shown before the first message, and where visitors enter the password."
        >
          {({ value, ...field }) => <Textarea {...field} value={value ?? ""} rows={3} maxLength={linkWelcomeMax} />}
        </FormField>
        <FormField control={form.control} name="accent" label="Accent color" group>
          {({ value, onChange }) => <AccentField value={value ?? null} onChange={onChange} />}
        </FormField>
      </div>
    </details>
  );
}
