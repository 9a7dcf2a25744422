"use client";

import { useSyncExternalStore } from "react";
import { desktopFrom, tabletFrom } from "@/lib/constants/ui";

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

type Size = "mobile" | "tablet" | "desktop";

/** Of this moment; the hook hears of a change with the next frame. */
export function windowSize(): Size {
  const { innerWidth } = window;
  if (innerWidth >= desktopFrom) return "desktop";
  return innerWidth >= tabletFrom ? "tablet" : "mobile";
}

/** The size class of the window; a desktop until the browser has spoken. */
export function useMedia(): Record<Size, boolean> {
  const now = useSyncExternalStore<Size>(subscribe, windowSize, () => "desktop");
  return { mobile: now === "mobile", tablet: now === "tablet", desktop: now === "desktop" };
}
