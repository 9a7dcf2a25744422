"use client";

import { useEffect, useSyncExternalStore } from "react";

const question = "Leave without saving your changes?";

/** Active guards: a page can have several forms. */
const armed = new Set<object>();
const watchers = new Set<() => void>();

function change(edit: () => void): void {
  edit();
  for (const watcher of watchers) watcher();
}

/** Whether the page holds changes that are not saved. */
export const hasUnsaved = (): boolean => armed.size > 0;
const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useHasUnsaved = (): boolean => useSyncExternalStore(watch, hasUnsaved, () => false);

/** The present history entry, updated after each render, as wizards change the hash. */
let place: { href: string; state: unknown } | undefined;

/** Asks whether to discard unsaved changes; true if there are none. For navigation that is not a link. */
export const mayLeave = (): boolean => !hasUnsaved() || window.confirm(question);

/** Leaves the page without asking. */
export const leaveAnyway = (): void => change(() => armed.clear());

const pageOf = (address: string): string => address.split("#", 1)[0] ?? "";

/** Returns the link of a click that opens another page in this tab. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return undefined;
  return pageOf(link.href) === pageOf(window.location.href) ? undefined : link;
}

/** The URL has already changed at this event, so staying means going forward again. */
function onPop(event: PopStateEvent): void {
  if (!hasUnsaved() || !place || pageOf(place.href) === pageOf(window.location.href) || mayLeave()) return;
  event.stopImmediatePropagation();
  window.history.pushState(place.state, "", place.href);
}

/**
 * Must be called before the router starts: listeners of the window run in the order they were added, and after the
 * router's it is too late.
 */
export const guardHistory = (): void => window.addEventListener("popstate", onPop);

/** Asks before leaving the page with unsaved changes: by closing it, a link, or Back and Forward. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    place = { href: window.location.href, state: window.history.state };
  });

  useEffect(() => {
    if (!unsaved) return;
    const guard = {};
    change(() => armed.add(guard));
    const onUnload = (event: BeforeUnloadEvent) => {
      if (armed.has(guard)) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!leavingLink(event) || mayLeave()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      change(() => armed.delete(guard));
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, { capture: true });
    };
  }, [unsaved]);
}
