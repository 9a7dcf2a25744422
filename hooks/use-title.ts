"use client";

import { useEffect } from "react";

/** Holds the page's title, once there is one, which Next sets once more when its own part of the head arrives. */
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
