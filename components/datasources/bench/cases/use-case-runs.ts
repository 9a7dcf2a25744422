"use client";

import { useState } from "react";
import { useAction } from "@/hooks/api/use-action";
import { cases } from "@/lib/contract/cases/calls";
import type { Scores } from "@/lib/contract/cases/schemas";
import type { Retriever } from "@/lib/contract/datasources/retrieval";
import { trials } from "@/lib/contract/trials/calls";

/** One run of all test questions, and its scores. */
export interface RunColumn {
  title: string;
  /** The column's header. */
  shortTitle: string;
  run: Scores;
  /** The scores of the run to compare with; the two differ in one setting. */
  baseline?: Scores;
}

interface ComparedRuns {
  saved: Retriever;
  /** The retriever to compare with, if it differs. */
  other: Retriever | undefined;
  /** When the chunking trial started; undefined if none can be queried. */
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
  const run = async ({ saved, other, trial }: ComparedRuns): Promise<void> => {
    setFailure(undefined);
    const first = await ask.run({ params, body: { retriever: saved } });
    if (!first) return;
    const results: RunColumn[] = [
      other || !trial
        ? { title: "Saved settings", shortTitle: "Saved", run: first }
        : { title: "Current chunking settings", shortTitle: "Current", run: first },
    ];
    const second = other && (await ask.run({ params, body: { retriever: other } }));
    if (second) results.push({ title: "Edited settings", shortTitle: "Edited", run: second, baseline: first });
    const third = trial && (!other || second) && (await tryOut.run({ params, body: { retriever: other ?? saved } }));
    if (third)
      results.push({ title: "New chunking settings", shortTitle: "New", run: third, baseline: second || first });
    setColumns(results);
  };
  return { columns, run, pending: ask.pending || tryOut.pending, failure };
}
