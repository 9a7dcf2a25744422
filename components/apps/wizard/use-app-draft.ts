"use client";

import { useEffect, useState } from "react";
import { readTab, writeTab } from "@/lib/utils/browser/tab-storage";
import { isObject } from "@/lib/utils/json/is-object";
import { parseStepHash } from "@/lib/utils/paths/step-hash";
import { type AppForm, type AppValues, appDefaults } from "../form/app-form";

export interface CreatedApp {
  appId: string;
  sessionId: string | null;
}

interface Draft {
  values: Partial<AppValues>;
  made: CreatedApp | null;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Types of the draft's fields; values need not be valid yet. */
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
  flow: (value) => isObject(value) && Array.isArray(value.steps),
  agentIds: isTexts,
  process: (value) => value === "sequential" || value === "hierarchical",
  managerModelId: (value) => value === null || isText(value),
  fullOutput: (value) => typeof value === "boolean",
};

const isCreatedApp = (value: unknown): value is CreatedApp =>
  isObject(value) && isText(value.appId) && (value.sessionId === null || isText(value.sessionId));

function toDraft(stored: unknown): Draft | undefined {
  if (!isObject(stored) || !isObject(stored.values)) return undefined;
  const validValues = Object.entries(stored.values).filter(([name, value]) => fields[name as keyof AppValues]?.(value));
  return { values: Object.fromEntries(validValues), made: isCreatedApp(stored.made) ? stored.made : null };
}

const draftKey = (slug: string) => `newApp.${slug}`;

function read(slug: string): Draft | undefined {
  try {
    return toDraft(JSON.parse(readTab(draftKey(slug)) ?? "null"));
  } catch {
    return undefined;
  }
}

/**
 * Stores the wizard's values in session storage, so that a URL with a later step restores them. Opening the first step
 * starts empty.
 */
export function useAppDraft(slug: string, form: AppForm) {
  const [created, setCreated] = useState<CreatedApp | null>(null);
  const [restored, setRestored] = useState(false);
  const { reset, getValues, subscribe } = form;
  useEffect(() => {
    setRestored(true);
    const draft = (parseStepHash(window.location.hash) ?? 0) > 0 ? read(slug) : undefined;
    if (!draft) return writeTab(draftKey(slug), null);
    setCreated(draft.made);
    reset({ ...appDefaults(), ...draft.values }, { keepDefaultValues: !draft.made });
  }, [slug, reset]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeTab(draftKey(slug), JSON.stringify({ values, made: created })),
      }),
    [slug, subscribe, created],
  );
  return {
    created,
    /** Whether the stored draft has been put into the form. */
    restored,
    /** Stores the app that the form was saved as. */
    onCreated: (next: CreatedApp): void => {
      setCreated(next);
      const values = getValues();
      reset(values);
      writeTab(draftKey(slug), JSON.stringify({ values, made: next }));
    },
  };
}
