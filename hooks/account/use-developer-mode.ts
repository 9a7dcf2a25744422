"use client";

import { developerModeKey } from "@/lib/constants/ui";
import { storedValue } from "@/lib/utils/browser/stored-value";
import { useStoredValue } from "../page/use-stored-value";

const stored = storedValue(developerModeKey);

/** Off by default; stored as '1' or '0'. */
export function useDeveloperMode() {
  const on = useStoredValue(stored) === "1";
  return { on, toggle: () => stored.set(on ? "0" : "1") };
}
