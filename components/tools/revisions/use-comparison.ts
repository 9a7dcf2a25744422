"use client";

import { useState } from "react";
import { useAction } from "@/hooks/api/use-action";
import { tools } from "@/lib/contract/tools/calls";
import type { ComparedInput } from "@/lib/contract/tools/outputs";

/** Runs a revision and the applied one on the same inputs. */
export function useComparison(slug: string, toolId: string, revisionId: string) {
  const [comparison, setComparison] = useState<{ results: ComparedInput[]; left: number }>();
  /** Why the tool isn't called without a confirmation. */
  const [question, setQuestion] = useState<string | null>(null);
  const compare = useAction(tools.compare, {
    onSuccess: setComparison,
    onError: (error) => {
      if (error.code !== "conflict" || error.data.confirm !== true) return false;
      setQuestion(error.message);
      return true;
    },
  });
  const run = (confirm: boolean) => {
    setQuestion(null);
    return compare.run({ params: { resourceSlug: slug, toolId }, body: { revisionId, confirm } });
  };
  return { comparison, question, run, pending: compare.pending, error: compare.error, cancel: () => setQuestion(null) };
}
