"use client";

import { useEffect } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import type { ApiError } from "@/lib/api/api-error";
import { loadSchema } from "./load-schema";

export interface ContractForm<In extends FieldValues> extends UseFormReturn<In, unknown, In> {
  /** Shows validation errors at their fields and focuses the first. Returns false if there are none. */
  showIssues(error: ApiError): boolean;
}

interface Options<In extends FieldValues> {
  defaultValues: DefaultValues<In>;
}

/** Loads the schema and the resolver when something is typed. */
function lazyResolver<In extends FieldValues, Out>(load: () => Promise<z.ZodType<Out, In>>) {
  const loadResolver = async () => {
    const [schema, { zodResolver }] = await Promise.all([loadSchema(load), import("@hookform/resolvers/zod")]);
    return zodResolver(schema, undefined, { raw: true });
  };
  const resolver: Resolver<In, unknown, In> = async (values, context, options) => {
    const check = await loadResolver().catch(() => null);
    // If the code cannot be loaded, only the server validates.
    return check ? check(values, context, options) : { values, errors: {} };
  };
  return { loadResolver, resolver };
}

/**
 * A form over a body schema of the contract, which the server parses again. Validates on submit, then on change; not on
 * blur, as an appearing error would move the button from under the pointer.
 */
export function useContractForm<In extends FieldValues, Out>(
  load: () => Promise<z.ZodType<Out, In>>,
  { defaultValues }: Options<In>,
): ContractForm<In> {
  const { loadResolver, resolver } = lazyResolver(load);
  const form = useForm<In, unknown, In>({ resolver, defaultValues });
  const { isDirty } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the module is the same whichever function loads it
  useEffect(() => {
    if (isDirty) void loadResolver().catch(() => undefined);
  }, [isDirty]);
  const showIssues = (error: ApiError): boolean => {
    let hasShown = false;
    for (const { path, message } of error.issues) {
      if (!path) continue;
      // The server's paths are those of the same schema.
      form.setError(path as Path<In>, { type: "server", message }, { shouldFocus: !hasShown });
      hasShown = true;
    }
    return hasShown;
  };
  return { ...form, showIssues };
}
