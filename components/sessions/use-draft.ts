"use client";

import { useState } from "react";

const keyOf = (sessionId: string) => `muster.draft.${sessionId}`;

function read(sessionId: string): string {
  try {
    return window.localStorage.getItem(keyOf(sessionId)) ?? "";
  } catch {
    return "";
  }
}

/** What is being written in a session, kept over reloads. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => (typeof window === "undefined" ? "" : read(sessionId)));
  const keep = (text: string) => {
    setDraft(text);
    try {
      if (text) window.localStorage.setItem(keyOf(sessionId), text);
      else window.localStorage.removeItem(keyOf(sessionId));
    } catch {
      // Storage is full or forbidden: the draft lives as long as the page.
    }
  };
  return [draft, keep];
}
