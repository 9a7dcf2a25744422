import { useState } from "react";

/** What had the focus before; for an item of a menu, which is about to vanish, the menu's button. */
function focused(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const element = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
  return element instanceof HTMLElement ? element : null;
}

const toContent = (): void => document.querySelector("main")?.focus();

/** The row of a deleted thing goes a moment after the question about it, and would take the focus along. */
function catchFocus(target: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (target.isConnected && document.activeElement === target) return;
    watch.disconnect();
    if (!target.isConnected && document.activeElement === document.body) toContent();
  });
  watch.observe(document.body, { subtree: true, childList: true });
}

/**
 * Gives the focus back when a dialog closes. Radix gives it to the dialog's own trigger, which dialogs that open by state
 * do not have. Where the opener is gone, the page's content gets it. For a component that mounts with the dialog: once
 * that is done, a field with `autoFocus` has the focus.
 */
export function useFocusReturn() {
  const [opener] = useState(focused);
  return {
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      if (opener?.isConnected) {
        opener.focus();
        catchFocus(opener);
      } else toContent();
    },
  };
}
