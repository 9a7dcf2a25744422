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

export interface ContractForm<In extends FieldValues> extends UseFormReturn<In, unknown, In> {
  /** Puts a failure's issues to their fields and focuses the first. False when there is none to put. */
  showIssues(error: ApiError): boolean;
}

interface Options<In extends FieldValues> {
  defaultValues: DefaultValues<In>;
}

/** The schema and the code that checks by it, which no page needs before something is typed. */
function laterResolver<In extends FieldValues, Out>(load: () => Promise<z.ZodType<Out, In>>) {
  const ready = async () => {
    // Before the first schema is made: zod would try out whether it may evaluate code, which the policy of the page refuses.
    (await import("zod")).z.config({ jitless: true });
    const [schema, { zodResolver }] = await Promise.all([load(), import("@hookform/resolvers/zod")]);
    return zodResolver(schema, undefined, { raw: true });
  };
  const resolver: Resolver<In, unknown, In> = async (values, context, options) => {
    const check = await ready().catch(() => null);
    // Where the code cannot be had, the server's check stands alone.
    return check ? check(values, context, options) : { values, errors: {} };
  };
  return { ready, resolver };
}

/**
 * A form over a body schema of the contract: it submits what the schema takes in, the server parses it again. Checked on
 * submit, then on each change: an error that appears on leaving a field would move the button from under the pointer.
 */
export function useContractForm<In extends FieldValues, Out>(
  load: () => Promise<z.ZodType<Out, In>>,
  { defaultValues }: Options<In>,
): ContractForm<In> {
  const { ready, resolver } = laterResolver(load);
  const form = useForm<In, unknown, In>({ resolver, defaultValues });
  const { isDirty } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the module is the same whichever function loads it
  useEffect(() => {
    if (isDirty) void ready().catch(() => undefined);
  }, [isDirty]);
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
