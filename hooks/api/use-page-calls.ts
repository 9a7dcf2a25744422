"use client";

import { usePathname } from "next/navigation";
import { useSyncExternalStore } from "react";
import { callLog } from "@/lib/api/browser";
import type { LoggedCall } from "@/lib/api/calls/call-log";

const none: readonly LoggedCall[] = [];

/** The page's calls, newest first. */
export function usePageCalls(): LoggedCall[] {
  const page = usePathname();
  return useSyncExternalStore(callLog.subscribe, callLog.get, () => none).filter((call) => call.page === page);
}
