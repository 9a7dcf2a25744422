"use client";

import { type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import type { ApiError } from "@/lib/api/api-error";
import { loadSchema } from "./load-schema";

type Errors<In> = { [Name in keyof In]?: string };
type Issue = Pick<ApiError["issues"][number], "path" | "message">;

const readValues = (form: HTMLFormElement) => Object.fromEntries(new FormData(form));

/**
 * A form of uncontrolled inputs for a body schema, for pages that should stay small: `useContractForm` adds 13 kB. Validates at
 * the same times: on submit, and then on each change. Spread `props` on the form element.
 */
export function usePlainForm<In extends object>(load: () => Promise<z.ZodType<unknown, In>>) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors<In>>({});
  const [validates, setValidates] = useState(false);

  /** Shows the first message of each field. */
  function show(issues: Issue[], focus: boolean): boolean {
    const messages: Record<string, string> = {};
    for (const { path, message } of issues) if (path) messages[path] ??= message;
    setErrors(messages as Errors<In>);
    const [first] = Object.keys(messages);
    const input = ref.current?.elements.namedItem(first ?? "");
    if (focus && input instanceof HTMLElement) input.focus();
    return first !== undefined;
  }

  async function findIssues(form: HTMLFormElement): Promise<Issue[]> {
    // If the code cannot be loaded, only the server validates.
    const schema = await loadSchema(load).catch(() => null);
    const issues = schema?.safeParse(readValues(form)).error?.issues ?? [];
    return issues.map(({ path, message }) => ({ path: path.join("."), message }));
  }

  async function submit(event: FormEvent<HTMLFormElement>, send: (values: In) => Promise<unknown>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    setValidates(true);
    if (!show(await findIssues(form), true)) await send(readValues(form) as In);
  }

  async function onInput({ currentTarget: form }: FormEvent<HTMLFormElement>): Promise<void> {
    if (validates) show(await findIssues(form), false);
    else void loadSchema(load).catch(() => undefined);
  }

  return {
    props: (send: (values: In) => Promise<unknown>) => ({
      ref,
      onSubmit: (event: FormEvent<HTMLFormElement>) => submit(event, send),
      onInput,
      noValidate: true,
      // Submitted before its code has loaded, a form would put the password into the URL.
      method: "post" as const,
    }),
    errors,
    /** Shows validation errors of the server at their fields and focuses the first. Returns false if there are none. */
    showIssues: (error: ApiError): boolean => show(error.issues, true),
  };
}
