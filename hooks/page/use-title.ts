"use client";

import { useEffect } from "react";

/** Sets the page's title, and restores it whenever Next.js replaces it. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const applyTitle = () => {
      if (document.title !== title) document.title = title;
    };
    applyTitle();
    const observer = new MutationObserver(applyTitle);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
}
