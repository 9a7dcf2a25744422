"use client";

import { useEffect, useSyncExternalStore } from "react";

/** Active guards: a page can have several forms. */
const activeGuards = new Set<object>();
const listeners = new Set<() => void>();

function updateGuards(edit: () => void): void {
  edit();
  for (const listener of listeners) listener();
}

/** Whether the page has unsaved changes. */
export const hasUnsavedChanges = (): boolean => activeGuards.size > 0;
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useHasUnsavedChanges = (): boolean => useSyncExternalStore(subscribe, hasUnsavedChanges, () => false);

/** The current history entry, updated after each render, as wizards change the hash. */
let historyEntry: { href: string; state: unknown } | undefined;

/** What happens when the question is answered with Leave; undefined: nothing is asked. */
let leave: (() => void) | undefined;

export const useIsLeaving = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => leave !== undefined,
    () => false,
  );

/** Leaves, once unsaved changes may be discarded. For navigation without a link. */
export function confirmLeave(proceed: () => void): void {
  if (hasUnsavedChanges())
    updateGuards(() => {
      leave = proceed;
    });
  else proceed();
}

export function answerLeaving(leaves: boolean): void {
  const proceed = leave;
  updateGuards(() => {
    leave = undefined;
    if (leaves) activeGuards.clear();
  });
  if (leaves) proceed?.();
}

/** Disables the guards, so that the page can be left without a question. */
export const allowLeaving = (): void =>
  updateGuards(() => {
    leave = undefined;
    activeGuards.clear();
  });

const withoutHash = (address: string): string => address.split("#", 1)[0] ?? "";

/** Returns the clicked link if it opens another page in this tab. */
function findLeavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return undefined;
  return withoutHash(link.href) === withoutHash(window.location.href) ? undefined : link;
}

/** The URL has already changed at this event, so the page is entered again, from where Back leads to the target. */
function onPopState(event: PopStateEvent): void {
  if (!hasUnsavedChanges() || !historyEntry || withoutHash(historyEntry.href) === withoutHash(window.location.href))
    return;
  event.stopImmediatePropagation();
  window.history.pushState(historyEntry.state, "", historyEntry.href);
  confirmLeave(() => window.history.back());
}

/**
 * Must be called before the router starts: listeners of the window run in the order they were added, and after the
 * router's it is too late.
 */
export const guardHistory = (): void => window.addEventListener("popstate", onPopState);

/** Asks before leaving the page with unsaved changes: by closing it, a link, or Back and Forward. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    historyEntry = { href: window.location.href, state: window.history.state };
  });

  useEffect(() => {
    if (!unsaved) return;
    const guard = {};
    updateGuards(() => activeGuards.add(guard));
    const onUnload = (event: BeforeUnloadEvent) => {
      if (activeGuards.has(guard)) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = hasUnsavedChanges() && findLeavingLink(event);
      if (!link) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      confirmLeave(() => link.click());
    };
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      updateGuards(() => activeGuards.delete(guard));
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, { capture: true });
    };
  }, [unsaved]);
}
