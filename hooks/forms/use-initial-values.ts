"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

/**
 * The initial values of a form: fresh when it opens, then not replaced by refetches, which would discard edits and hide
 * a conflict. `reload` replaces them.
 */
export function useInitialValues<T>({ data, isFetching, refetch }: UseQueryResult<T>) {
  const [initial, setInitial] = useState<T>();
  if (initial === undefined && data !== undefined && !isFetching) setInitial(data);
  return {
    initial,
    reload: async (): Promise<void> => {
      const { data: now } = await refetch();
      if (now !== undefined) setInitial(now);
    },
  };
}
