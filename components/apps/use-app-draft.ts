"use client";

import { useEffect, useState } from "react";
import { isObject } from "@/lib/utils/is-object";
import { parseStepHash } from "@/lib/utils/step-hash";
import { readTab, writeTab } from "@/lib/utils/tab-storage";
import { type AppForm, type AppValues, appDefaults } from "./app-form";

export interface MadeApp {
  appId: string;
  sessionId: string | null;
}

interface Draft {
  values: Partial<AppValues>;
  made: MadeApp | null;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** What the wizard's fields may hold as typed so far: nothing of it need be valid. */
const fields: Partial<Record<keyof AppValues, (value: unknown) => boolean>> = {
  name: isText,
  description: isText,
  tags: isTexts,
  iconId: (value) => value === null || isText(value),
  sharingMode: (value) => isText(value) && ["team", "private", "whitelist", "public"].includes(value),
  sharingEmails: isTexts,
  agentId: isText,
  conversationStarters: isTexts,
  maxMessages: (value) => typeof value === "number",
  type: (value) => value === "chat" || value === "process",
  variableIds: isTexts,
  taskIds: isTexts,
  agentIds: isTexts,
  process: (value) => value === "sequential" || value === "hierarchical",
  managerModelId: (value) => value === null || isText(value),
  fullOutput: (value) => typeof value === "boolean",
};

const isMade = (value: unknown): value is MadeApp =>
  isObject(value) && isText(value.appId) && (value.sessionId === null || isText(value.sessionId));

function draftOf(kept: unknown): Draft | undefined {
  if (!isObject(kept) || !isObject(kept.values)) return undefined;
  const known = Object.entries(kept.values).filter(([name, value]) => fields[name as keyof AppValues]?.(value));
  return { values: Object.fromEntries(known), made: isMade(kept.made) ? kept.made : null };
}

const keyOf = (slug: string) => `newApp.${slug}`;

function read(slug: string): Draft | undefined {
  try {
    return draftOf(JSON.parse(readTab(keyOf(slug)) ?? "null"));
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
  const [restored, setRestored] = useState(false);
  const { reset, getValues, subscribe } = form;
  useEffect(() => {
    setRestored(true);
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
    /** What an earlier visit has left is in the form by now. */
    restored,
    /** The form's values are stored in this app now. */
    keep: (next: MadeApp): void => {
      setMade(next);
      const values = getValues();
      reset(values);
      writeTab(keyOf(slug), JSON.stringify({ values, made: next }));
    },
  };
}
