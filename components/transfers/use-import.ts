"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/hooks/use-action";
import { transfers } from "@/lib/contract/calls/transfers";
import type { ImportPreview, ImportTodo, PartAction } from "@/lib/contract/transfers";

interface Chosen {
  choices: Record<string, PartAction>;
  mapping: Record<string, string>;
  schedule: boolean;
}
const nothingChosen: Chosen = { choices: {}, mapping: {}, schedule: false };

/** A file on its way into the team: what it would change, what was chosen, and what came of it. */
export function useImport(slug: string) {
  const router = useRouter();
  const params = { resourceSlug: slug };
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(nothingChosen);
  const [preview, setPreview] = useState<ImportPreview>();
  /** Why the file cannot be read. */
  const [refusals, setRefusals] = useState<string[]>([]);
  const [changed, setChanged] = useState<string>();
  const [done, setDone] = useState<{ appId: string; todo: ImportTodo[] }>();
  const looking = useAction(transfers.preview, {
    onSuccess: (answer) => setPreview(answer.preview),
    onError: ({ message, issues }) => {
      if (preview) return false;
      setRefusals(issues.length > 0 ? issues.map((issue) => issue.message) : [message]);
      return true;
    },
  });
  const look = (file: string, next: Chosen) => {
    setText(file);
    setChosen(next);
    setRefusals([]);
    return looking.run({ params, body: { text: file, ...next } });
  };
  const importing = useAction(transfers.import, {
    invalidate: ["apps", "agents", "tasks", "tools", "variables"],
    onSuccess: ({ _id: appId, todo }) => {
      if (todo.length > 0) setDone({ appId, todo });
      else router.push(`/${slug}/app/${appId}`);
    },
    onError: ({ code, message, data }) => {
      if (code !== "conflict" || data.preview === undefined) return false;
      setChanged(message);
      void look(text, chosen);
      return true;
    },
  });
  return {
    preview,
    refusals,
    changed,
    done,
    looking: looking.pending,
    importing: importing.pending,
    schedule: chosen.schedule,
    open: (file: string) => look(file, nothingChosen),
    /** Looks at it again with other choices. */
    choose(next: Partial<Chosen>) {
      setChanged(undefined);
      const { choices, mapping, schedule } = chosen;
      void look(text, {
        choices: { ...choices, ...next.choices },
        mapping: { ...mapping, ...next.mapping },
        schedule: next.schedule ?? schedule,
      });
    },
    run() {
      setChanged(undefined);
      if (preview) void importing.run({ params, body: { text, ...chosen, fingerprint: preview.fingerprint } });
    },
    startOver() {
      setPreview(undefined);
      setChanged(undefined);
    },
  };
}
export type Importing = ReturnType<typeof useImport>;
