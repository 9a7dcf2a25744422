"use client";

import { useSyncExternalStore } from "react";
import type { StoredValue } from "@/lib/utils/browser/stored-value";

/** A value in local storage; undefined during server rendering. */
export const useStoredValue = (stored: Pick<StoredValue, "get" | "subscribe">): string | null | undefined =>
  useSyncExternalStore<string | null | undefined>(stored.subscribe, stored.get, () => undefined);
