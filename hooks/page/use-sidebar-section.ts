"use client";

import { useEffect, useSyncExternalStore } from "react";

/** The list that a page belongs to, where its path doesn't say. */
let section: string | undefined;
const listeners = new Set<() => void>();

function setSection(next: string | undefined): void {
  section = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Makes the sidebar's link to a list current while the page is shown, such as `/apps`. */
export function useSidebarSection(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return;
    setSection(path);
    return () => setSection(undefined);
  }, [path]);
}

export const useCurrentSection = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => section,
    () => undefined,
  );
