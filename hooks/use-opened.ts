"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

/**
 * What a form is opened with: fresh at that moment, then left alone by refetches, which would take the edits away and
 * hide that someone else saved in the meantime. `reload` opens it anew.
 */
export function useOpened<T>({ data, isFetching, refetch }: UseQueryResult<T>) {
  const [opened, setOpened] = useState<T>();
  if (opened === undefined && data !== undefined && !isFetching) setOpened(data);
  return {
    opened,
    reload: async (): Promise<void> => {
      const { data: now } = await refetch();
      if (now !== undefined) setOpened(now);
    },
  };
}
