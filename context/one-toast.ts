"use client";

import { useSyncExternalStore } from "react";
import { toastStoreRemoveDelay } from "@/lib/constants/ui";
import { createOneToast } from "@/lib/utils/toasts/one-toast";

const store = createOneToast(toastStoreRemoveDelay);

/** The store that keeps one toast at a time, for short confirmations such as "Copied". */
export function useOneToast() {
  const toast = useSyncExternalStore(store.subscribe, store.get, () => null);
  return { toast, show: store.show, dismiss: store.dismiss };
}
