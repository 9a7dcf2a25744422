"use client";

import { useEffect, useState } from "react";
import { z } from "zod";
import { parseStepHash } from "@/lib/utils/step-hash";
import { readTab, writeTab } from "@/lib/utils/tab-storage";
import { type AppForm, appDefaults } from "./app-form";

const madeSchema = z.object({ appId: z.string(), sessionId: z.string().nullable() });
export type MadeApp = z.output<typeof madeSchema>;

/** As typed so far: nothing of it need be valid. */
const draftSchema = z.object({
  values: z
    .object({
      name: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      iconId: z.string().nullable(),
      sharingMode: z.enum(["team", "private"]),
      agentId: z.string(),
      conversationStarters: z.array(z.string()),
      maxMessages: z.number(),
    })
    .partial(),
  made: madeSchema.nullable(),
});

const keyOf = (slug: string) => `newApp.${slug}`;

function read(slug: string) {
  try {
    return draftSchema.safeParse(JSON.parse(readTab(keyOf(slug)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what the wizard holds in the tab, so that an address with a later step restores that step with its contents.
 * Opened at the first step, the wizard begins empty.
 */
export function useAppDraft(slug: string, form: AppForm) {
  const [made, setMade] = useState<MadeApp | null>(null);
  const { reset, getValues, subscribe } = form;
  useEffect(() => {
    const draft = (parseStepHash(window.location.hash) ?? 0) > 0 ? read(slug) : undefined;
    if (!draft) return writeTab(keyOf(slug), null);
    setMade(draft.made);
    reset({ ...appDefaults(), ...draft.values }, { keepDefaultValues: !draft.made });
  }, [slug, reset]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeTab(keyOf(slug), JSON.stringify({ values, made })),
      }),
    [slug, subscribe, made],
  );
  return {
    made,
    /** The form's values are stored in this app now. */
    keep: (next: MadeApp): void => {
      setMade(next);
      const values = getValues();
      reset(values);
      writeTab(keyOf(slug), JSON.stringify({ values, made: next }));
    },
  };
}
