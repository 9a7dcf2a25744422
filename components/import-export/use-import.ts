"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/hooks/api/use-action";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { transfers } from "@/lib/contract/transfers/calls";
import type { ImportPreview, ImportTodo, PartAction } from "@/lib/contract/transfers/schemas";
import { toast } from "@/lib/utils/toasts/toast";
import { useImportPreview } from "./use-import-preview";

export interface ImportChoices {
  choices: Record<string, PartAction>;
  mapping: Record<string, string>;
  schedule: boolean;
}
const noChoices: ImportChoices = { choices: {}, mapping: {}, schedule: false };

/** A preview with the file and the choices it was made for. */
interface ShownPreview {
  text: string;
  chosen: ImportChoices;
  preview: ImportPreview;
}

const toSentences = (error: unknown): string[] =>
  error instanceof ApiError && error.issues.length > 0
    ? error.issues.map(({ message }) => message)
    : [errorMessage(error)];

/** The state of an import: its preview, the choices and the result. */
export function useImport(slug: string) {
  const router = useRouter();
  const [shown, setShown] = useState<ShownPreview>();
  /** The latest choices; the preview may still be of earlier ones. */
  const [chosen, setChosen] = useState(noChoices);
  /** Why the file cannot be read. */
  const [refusals, setRefusals] = useState<string[]>([]);
  const [changed, setChanged] = useState<string>();
  const [done, setDone] = useState<{ appId: string; todo: ImportTodo[] }>();
  const looking = useImportPreview(slug);

  const look = async (text: string, next: ImportChoices, before?: ShownPreview): Promise<void> => {
    setChosen(next);
    setRefusals([]);
    const looked = await looking.loadPreview({ text, ...next });
    if (!looked) return;
    if ("preview" in looked) return setShown({ text, chosen: next, preview: looked.preview });
    if (!before) return setRefusals(toSentences(looked.error));
    setChosen(before.chosen);
    toast.error(errorMessage(looked.error));
  };
  const importing = useAction(transfers.import, {
    invalidate: ["apps", "agents", "tasks", "tools", "variables"],
    onSuccess: ({ _id: appId, todo }) => {
      if (todo.length > 0) setDone({ appId, todo });
      else router.push(`/${slug}/app/${appId}`);
    },
    onError: ({ code, message, data }) => {
      if (!shown || code !== "conflict" || data.preview === undefined) return false;
      setChanged(message);
      void look(shown.text, shown.chosen, shown);
      return true;
    },
  });
  return {
    preview: shown?.preview,
    chosen,
    refusals,
    changed,
    done,
    looking: looking.pending,
    importing: importing.pending,
    open: (text: string) => void look(text, noChoices),
    refuse: (sentence: string) => setRefusals([sentence]),
    /** Reloads the preview, with changed choices if there are any. */
    choose(next: Partial<ImportChoices> = {}) {
      if (!shown) return;
      setChanged(undefined);
      const { choices, mapping, schedule } = chosen;
      const all = {
        choices: { ...choices, ...next.choices },
        mapping: { ...mapping, ...next.mapping },
        schedule: next.schedule ?? schedule,
      };
      void look(shown.text, all, shown);
    },
    run() {
      setChanged(undefined);
      if (!shown) return;
      const { text, preview } = shown;
      const body = { text, ...shown.chosen, fingerprint: preview.fingerprint };
      void importing.run({ params: { resourceSlug: slug }, body });
    },
    startOver() {
      looking.stop();
      setShown(undefined);
      setChanged(undefined);
      setRefusals([]);
    },
  };
}
export type ImportState = ReturnType<typeof useImport>;
