"use client";

import { useState } from "react";
import { useAction } from "@/hooks/use-action";
import { cases } from "@/lib/contract/calls/cases";
import { trials } from "@/lib/contract/calls/trials";
import type { Scores } from "@/lib/contract/cases";
import type { Retriever } from "@/lib/contract/retrieval";

/** What all test questions were asked of, and what became of them. */
export interface RunColumn {
  title: string;
  /** For the head of a column. */
  short: string;
  run: Scores;
  /** What it differs from in one thing alone. */
  than?: Scores;
}

export interface Compared {
  saved: Retriever;
  /** The one beside, where it is another. */
  other: Retriever | undefined;
  /** When the trial of another chunking began, where one can be asked. */
  trial: string | undefined;
}

export function useCaseRuns(params: { resourceSlug: string; datasourceId: string }) {
  const [columns, setColumns] = useState<RunColumn[]>([]);
  const [failure, setFailure] = useState<string>();
  const onError = (error: Error): boolean => {
    setFailure(error.message);
    return true;
  };
  const ask = useAction(cases.run, { onError });
  const tryOut = useAction(trials.run, { onError });
  const run = async ({ saved, other, trial }: Compared): Promise<void> => {
    setFailure(undefined);
    const first = await ask.run({ params, body: { retriever: saved } });
    if (!first) return;
    const made: RunColumn[] = [
      other || !trial
        ? { title: "Saved retriever", short: "Saved", run: first }
        : { title: "Present chunking", short: "Present", run: first },
    ];
    const second = other && (await ask.run({ params, body: { retriever: other } }));
    if (second) made.push({ title: "The one beside", short: "Beside", run: second, than: first });
    const third = trial && (!other || second) && (await tryOut.run({ params, body: { retriever: other ?? saved } }));
    if (third) made.push({ title: "Other chunking", short: "Other", run: third, than: second || first });
    setColumns(made);
  };
  return { columns, run, pending: ask.pending || tryOut.pending, failure };
}
