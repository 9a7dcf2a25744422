"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ContractForm } from "@/hooks/forms/use-contract-form";

export interface PreviewedForm<F extends FieldValues> {
  slug: string;
  form: ContractForm<F>;
  /** Creates a session with the unsaved values; undefined after a failure, which is already shown. */
  create(values: F): Promise<{ _id: string } | undefined>;
}

/** Runs a form's unsaved values. An invalid form shows its errors instead. */
export function usePreview<F extends FieldValues>({ form, create }: PreviewedForm<F>) {
  const [started, setStarted] = useState<{ sessionId: string; values: string }>();
  const [pending, setPending] = useState(false);
  const start = form.handleSubmit(async (values) => {
    const sent = JSON.stringify(form.getValues());
    setPending(true);
    const session = await create(values);
    setPending(false);
    if (session) setStarted({ sessionId: session._id, values: sent });
  });
  return { started, pending, start: () => void start() };
}
