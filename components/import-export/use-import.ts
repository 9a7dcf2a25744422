"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/hooks/api/use-action";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { transfers } from "@/lib/contract/transfers/calls";
import type { ImportPreview, ImportTodo } from "@/lib/contract/transfers/schemas";
import { toast } from "@/lib/utils/toasts/toast";
import { type ImportChoices, type ImportInput, toImportBody } from "./import-input";
import { useImportPreview } from "./use-import-preview";

const noChoices: ImportChoices = { choices: {}, mapping: {}, schedule: false };

/** A preview with the file and the choices it was made for. */
interface LoadedPreview {
  input: ImportInput;
  chosen: ImportChoices;
  preview: ImportPreview;
}

/** Whether an import needs choices of the user. */
const needsChoices = ({ problems, parts }: ImportPreview): boolean =>
  problems.length > 0 || parts.some(({ status }) => status === "changed");

const toSentences = (error: unknown): string[] =>
  error instanceof ApiError && error.issues.length > 0
    ? error.issues.map(({ message }) => message)
    : [errorMessage(error)];

/** The state of an import: its preview, the choices and the result. */
export function useImport(slug: string) {
  const router = useRouter();
  const [current, setCurrent] = useState<LoadedPreview>();
  /** The latest choices; the preview may still be of earlier ones. */
  const [chosen, setChosen] = useState(noChoices);
  /** Why the file cannot be read. */
  const [refusals, setRefusals] = useState<string[]>([]);
  const [changed, setChanged] = useState<string>();
  const [done, setDone] = useState<{ appId: string; todo: ImportTodo[] }>();
  const loader = useImportPreview(slug);

  const updatePreview = async (input: ImportInput, next: ImportChoices, before?: LoadedPreview): Promise<void> => {
    setChosen(next);
    setRefusals([]);
    const result = await loader.loadPreview(input, next);
    if (!result) return;
    if ("preview" in result) return setCurrent({ input, chosen: next, preview: result.preview });
    if (!before) return setRefusals(toSentences(result.error));
    setChosen(before.chosen);
    toast.error(errorMessage(result.error));
  };
  const importing = useAction(transfers.import, {
    invalidate: ["apps", "agents", "tasks", "tools", "variables"],
    onSuccess: ({ _id: appId, todo }) => {
      if (todo.length > 0) setDone({ appId, todo });
      else router.push(`/${slug}/app/${appId}`);
    },
    onError: ({ code, message, data }) => {
      if (!current || code !== "conflict" || data.preview === undefined) return false;
      setChanged(message);
      void updatePreview(current.input, current.chosen, current);
      return true;
    },
  });
  /** Imports a file, or opens its preview if something must be chosen. An app that exists unchanged is only opened. */
  const install = async (input: ImportInput, mapping: Record<string, string>): Promise<void> => {
    const next = { ...noChoices, mapping };
    setRefusals([]);
    const result = await loader.loadPreview(input, next);
    if (!result) return;
    if ("error" in result) return setRefusals(toSentences(result.error));
    const { preview } = result;
    if (needsChoices(preview)) {
      setChosen(next);
      return setCurrent({ input, chosen: next, preview });
    }
    const existing = preview.parts.find(({ kind }) => kind === "app")?._id;
    if (!preview.changes && existing) return router.push(`/${slug}/app/${existing}`);
    const sent = toImportBody(input, { ...next, fingerprint: preview.fingerprint });
    await importing.run({ params: { resourceSlug: slug }, ...sent });
  };
  return {
    preview: current?.preview,
    chosen,
    refusals,
    changed,
    done,
    step: done ? "done" : current ? "preview" : "file",
    previewing: loader.pending,
    importing: importing.pending,
    open: (input: ImportInput) => updatePreview(input, noChoices),
    install,
    refuse: (sentence: string) => setRefusals([sentence]),
    /** Reloads the preview, with changed choices if there are any. */
    choose(next: Partial<ImportChoices> = {}) {
      if (!current) return;
      setChanged(undefined);
      const { choices, mapping, schedule } = chosen;
      const all = {
        choices: { ...choices, ...next.choices },
        mapping: { ...mapping, ...next.mapping },
        schedule: next.schedule ?? schedule,
      };
      void updatePreview(current.input, all, current);
    },
    run() {
      setChanged(undefined);
      if (!current) return;
      const { input, preview } = current;
      const sent = toImportBody(input, { ...current.chosen, fingerprint: preview.fingerprint });
      void importing.run({ params: { resourceSlug: slug }, ...sent });
    },
    startOver() {
      loader.stop();
      setCurrent(undefined);
      setChanged(undefined);
      setRefusals([]);
    },
  };
}
export type ImportState = ReturnType<typeof useImport>;
