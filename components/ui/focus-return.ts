import { useRef } from "react";

/** What had the focus before; for an item of a menu, which is about to vanish, the menu's button. */
function focused(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const element = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
  return element instanceof HTMLElement ? element : null;
}

/**
 * Gives the focus back when a dialog closes. Radix gives it to the dialog's own trigger, which dialogs that open by state
 * do not have. Where the opener is gone, a deleted row for example, the page's content gets it.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: (): void => {
      opener.current = focused();
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      const target = opener.current?.isConnected ? opener.current : document.querySelector("main");
      target?.focus();
    },
  };
}
