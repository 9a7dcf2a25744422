"use client";

import { useEffect, useSyncExternalStore } from "react";

const question = "Leave without saving your changes?";

/** Guards that are armed: one page can hold several forms. */
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

/** Where the browser is while the page stays. A wizard moves through the hash: looked at after each render. */
let place: { href: string; state: unknown } | undefined;

/** Asks whether unsaved changes may be lost; true where there are none. For ways off a page that are not links. */
export const mayLeave = (): boolean => !hasUnsaved() || window.confirm(question);

/** The page is left whatever is unsaved: asks no more. */
export const leaveAnyway = (): void => change(() => armed.clear());

const pageOf = (address: string): string => address.split("#", 1)[0] ?? "";

/** A click that opens another page in this tab. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return undefined;
  return pageOf(link.href) === pageOf(window.location.href) ? undefined : link;
}

/** The address has changed by the time of this event, so that staying means going there again. */
function onPop(event: PopStateEvent): void {
  if (!hasUnsaved() || !place || pageOf(place.href) === pageOf(window.location.href) || mayLeave()) return;
  event.stopImmediatePropagation();
  window.history.pushState(place.state, "", place.href);
}

/**
 * Called before the router starts: a window's listeners run in the order in which they were added, capturing or not, and
 * after the router's there is nothing left to guard.
 */
export const guardHistory = (): void => window.addEventListener("popstate", onPop);

/** Asks before the page is left with unsaved changes: by closing it, by a link, by the browser's back and forward. */
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
