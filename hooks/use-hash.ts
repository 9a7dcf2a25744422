"use client";

import { useSyncExternalStore } from "react";

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** The address's hash without its sign. Setting it makes an entry in the history, so that Back leads back. */
export function useHash(): [string, (hash: string) => void] {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => "",
  );
  return [
    hash,
    (next) => {
      window.location.hash = next;
    },
  ];
}
