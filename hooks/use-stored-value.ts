"use client";

import { useSyncExternalStore } from "react";
import type { StoredValue } from "@/lib/utils/stored-value";

/** An entry of local storage; undefined until the browser has it. */
export const useStoredValue = (stored: Pick<StoredValue, "get" | "subscribe">): string | null | undefined =>
  useSyncExternalStore<string | null | undefined>(stored.subscribe, stored.get, () => undefined);
