"use client";

import { useSyncExternalStore } from "react";
import { desktopFrom, tabletFrom } from "@/lib/constants/ui";

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

type Size = "mobile" | "tablet" | "desktop";

/** Returns the current size class; the hook follows a change one frame later. */
export function windowSize(): Size {
  const { innerWidth } = window;
  if (innerWidth >= desktopFrom) return "desktop";
  return innerWidth >= tabletFrom ? "tablet" : "mobile";
}

/** The size class of the window; desktop during server rendering. */
export function useMedia(): Record<Size, boolean> {
  const now = useSyncExternalStore<Size>(subscribe, windowSize, () => "desktop");
  return { mobile: now === "mobile", tablet: now === "tablet", desktop: now === "desktop" };
}
