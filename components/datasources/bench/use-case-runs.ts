"use client";

import { useState } from "react";
import { useAction } from "@/hooks/use-action";
import { cases } from "@/lib/contract/calls/cases";
import type { Answer } from "@/lib/contract/endpoint";
import type { Retriever } from "@/lib/contract/retrieval";

export type CaseRun = Answer<typeof cases.run>;

/** What the saved retriever and another made of all test questions. */
export interface CaseRuns {
  saved: CaseRun;
  other: CaseRun | undefined;
}

export function useCaseRuns(params: { resourceSlug: string; datasourceId: string }) {
  const [runs, setRuns] = useState<CaseRuns>();
  const [failure, setFailure] = useState<string>();
  const ask = useAction(cases.run, {
    onError: (error) => {
      setFailure(error.message);
      return true;
    },
  });
  const run = async (saved: Retriever, other: Retriever | undefined): Promise<void> => {
    setFailure(undefined);
    const first = await ask.run({ params, body: { retriever: saved } });
    const second = first && other ? await ask.run({ params, body: { retriever: other } }) : undefined;
    if (first) setRuns({ saved: first, other: second });
  };
  return { runs, run, pending: ask.pending, failure };
}
