"use client";

import { useEffect, useRef } from "react";

const question = "Leave without saving your changes?";

/** Guards that are armed: one page can hold several forms. */
const armed = new Set<object>();

/** Asks whether unsaved changes may be lost; true where there are none. For ways off a page that are not links. */
export const mayLeave = (): boolean => armed.size === 0 || window.confirm(question);

/** The page is left whatever is unsaved: asks no more. */
export const leaveAnyway = (): void => armed.clear();

const pageOf = (address: string): string => address.split("#", 1)[0] ?? "";

/** A click that opens another page in this tab. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return undefined;
  return pageOf(link.href) === pageOf(window.location.href) ? undefined : link;
}

/** Asks before the page is left with unsaved changes: by closing it, by a link, by the browser's back and forward. */
export function useUnsavedGuard(unsaved: boolean): void {
  /** Where the browser is while the page stays. A wizard moves through the hash: looked at after each render. */
  const place = useRef<{ href: string; state: unknown }>(undefined);
  useEffect(() => {
    place.current = { href: window.location.href, state: window.history.state };
  });

  useEffect(() => {
    if (!unsaved) return;
    const guard = {};
    armed.add(guard);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (armed.has(guard)) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!leavingLink(event) || mayLeave()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Runs before the router's own listener. The address has changed by then, so that staying means going there again.
    const onPop = (event: PopStateEvent) => {
      const { href, state } = place.current ?? {};
      if (!href || pageOf(href) === pageOf(window.location.href) || mayLeave()) return;
      event.stopImmediatePropagation();
      window.history.pushState(state, "", href);
    };
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, { capture: true });
    window.addEventListener("popstate", onPop, { capture: true });
    return () => {
      armed.delete(guard);
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, { capture: true });
      window.removeEventListener("popstate", onPop, { capture: true });
    };
  }, [unsaved]);
}
