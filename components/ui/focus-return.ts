import { useState } from "react";

/** Returns the focused element; for an item of a closing menu, the menu's button. */
function findFocused(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const element = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
  return element instanceof HTMLElement ? element : null;
}

const focusContent = (): void => document.querySelector("main")?.focus();

/** Refocuses when `target` is removed, as a deleted row is shortly after its dialog closes. */
function watchRemoval(target: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (target.isConnected && document.activeElement === target) return;
    observer.disconnect();
    if (!target.isConnected && document.activeElement === document.body) focusContent();
  });
  observer.observe(document.body, { subtree: true, childList: true });
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
        watchRemoval(opener);
      } else focusContent();
    },
  };
}
