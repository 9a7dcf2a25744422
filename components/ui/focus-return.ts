import { useState } from "react";

/** Returns the focused element; for an item of a closing menu, the menu's button. */
function findFocused(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const element = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
  return element instanceof HTMLElement ? element : null;
}

const toContent = (): void => document.querySelector("main")?.focus();

/** A deleted row disappears shortly after its dialog, and would take the focus with it. */
function catchFocus(target: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (target.isConnected && document.activeElement === target) return;
    watch.disconnect();
    if (!target.isConnected && document.activeElement === document.body) toContent();
  });
  watch.observe(document.body, { subtree: true, childList: true });
}

/**
 * Returns the focus when a dialog closes. Radix only does so for dialogs with a trigger. If the opener is gone, the
 * main content gets it. Use in a component that mounts with the dialog.
 */
export function useFocusReturn() {
  const [opener] = useState(findFocused);
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
