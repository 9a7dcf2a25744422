"use client";

import { useEffect } from "react";

/** Sets the page's title, again whenever Next replaces it with its own. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const hold = () => {
      if (document.title !== title) document.title = title;
    };
    hold();
    const watch = new MutationObserver(hold);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, [title]);
}
