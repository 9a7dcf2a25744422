"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiError } from "@/lib/api/api-error";

export interface ContractForm<In extends FieldValues> extends UseFormReturn<In, unknown, In> {
  /** Puts a failure's issues to their fields and focuses the first. False when there is none to put. */
  showIssues(error: ApiError): boolean;
}

interface Options<In extends FieldValues> {
  defaultValues: DefaultValues<In>;
}

/**
 * A form over a body schema of the contract: it submits what the schema takes in, the server parses it again. Checked on
 * submit, then on each change: an error that appears on leaving a field would move the button from under the pointer.
 */
export function useContractForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  { defaultValues }: Options<In>,
): ContractForm<In> {
  const form = useForm<In, unknown, In>({
    resolver: zodResolver(schema, undefined, { raw: true }),
    defaultValues,
  });
  const showIssues = (error: ApiError): boolean => {
    let shown = false;
    for (const { path, message } of error.issues) {
      if (!path) continue;
      // The server names the fields of the same schema.
      form.setError(path as Path<In>, { type: "server", message }, { shouldFocus: !shown });
      shown = true;
    }
    return shown;
  };
  return { ...form, showIssues };
}
