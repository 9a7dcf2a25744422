"use client";

import { useEffect, useEffectEvent } from "react";
import { isShortcut } from "@/lib/utils/browser/shortcut";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));

/** Runs on a key combination such as `/` or `mod+b`. Plain keys are ignored while the user types. */
export function useShortcut(combination: string, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isShortcut(combination, event)) return;
    if (!combination.startsWith("mod+") && isTyping(event.target)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
