"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/hooks/use-action";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { transfers } from "@/lib/contract/calls/transfers";
import type { ImportPreview, ImportTodo, PartAction } from "@/lib/contract/transfers";
import { toast } from "@/lib/utils/toast";
import { useLook } from "./use-look";

export interface Chosen {
  choices: Record<string, PartAction>;
  mapping: Record<string, string>;
  schedule: boolean;
}
const nothingChosen: Chosen = { choices: {}, mapping: {}, schedule: false };

/** A preview with the file and the choices that it is of. */
interface Shown {
  text: string;
  chosen: Chosen;
  preview: ImportPreview;
}

const sentencesOf = (error: unknown): string[] =>
  error instanceof ApiError && error.issues.length > 0
    ? error.issues.map(({ message }) => message)
    : [errorMessage(error)];

/** A file on its way into the team: what it would change, what was chosen, and what came of it. */
export function useImport(slug: string) {
  const router = useRouter();
  const [shown, setShown] = useState<Shown>();
  /** Chosen by now; what is shown may be of earlier choices. */
  const [chosen, setChosen] = useState(nothingChosen);
  /** Why the file cannot be read. */
  const [refusals, setRefusals] = useState<string[]>([]);
  const [changed, setChanged] = useState<string>();
  const [done, setDone] = useState<{ appId: string; todo: ImportTodo[] }>();
  const looking = useLook(slug);

  const look = async (text: string, next: Chosen, before?: Shown): Promise<void> => {
    setChosen(next);
    setRefusals([]);
    const looked = await looking.look({ text, ...next });
    if (!looked) return;
    if ("preview" in looked) return setShown({ text, chosen: next, preview: looked.preview });
    if (!before) return setRefusals(sentencesOf(looked.error));
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
    open: (text: string) => void look(text, nothingChosen),
    refuse: (sentence: string) => setRefusals([sentence]),
    /** Looks at it again, with other choices where there are some. */
    choose(next: Partial<Chosen> = {}) {
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
export type Importing = ReturnType<typeof useImport>;
