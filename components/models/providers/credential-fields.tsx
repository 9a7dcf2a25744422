"use client";

import type { FieldValues, Path } from "react-hook-form";
import { FormField } from "@/components/shared/form/form-field";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { type ProviderId, providers } from "@/lib/constants/providers";
import { CredentialHelp, CredentialInput } from "./credential-input";

interface Props<In extends FieldValues> {
  form: ContractForm<In>;
  type: ProviderId;
  /** The fields of a connection, those that each model has its own of, or both. */
  of: "provider" | "model" | "both";
  /** Masked values that are stored. */
  stored?: Record<string, string | number> | undefined;
  /** Path of a field in the form. */
  toPath(name: string): Path<In>;
}

/** The fields of a provider, with its hints. */
export function CredentialFields<In extends FieldValues>({ form, type, of, stored, toPath }: Props<In>) {
  return providers[type].fields
    .filter(({ perModel = false }) => of === "both" || perModel === (of === "model"))
    .map((field) => {
      const path = toPath(field.name);
      const help = (
        <CredentialHelp field={field} value={form.watch(path)} stored={stored?.[field.name] !== undefined} />
      );
      return (
        <FormField
          key={`${type}.${field.name}`}
          control={form.control}
          name={path}
          label={field.label}
          required={!field.optional}
          help={help}
        >
          {(control) => <CredentialInput {...control} field={field} />}
        </FormField>
      );
    });
}
