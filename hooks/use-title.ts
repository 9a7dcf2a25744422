"use client";

import { useEffect } from "react";

/** Holds the page's title, which Next sets once more when its own part of the head arrives. */
export function useTitle(title: string): void {
  useEffect(() => {
    const hold = () => {
      if (document.title !== title) document.title = title;
    };
    hold();
    const watch = new MutationObserver(hold);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, [title]);
}
