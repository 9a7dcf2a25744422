"use client";

import { useCallback, useState } from "react";

const keyOf = (sessionId: string) => `muster.draft.${sessionId}`;

function read(sessionId: string): string {
  try {
    return window.localStorage.getItem(keyOf(sessionId)) ?? "";
  } catch {
    return "";
  }
}

function write(sessionId: string, text: string): string {
  try {
    if (text) window.localStorage.setItem(keyOf(sessionId), text);
    else window.localStorage.removeItem(keyOf(sessionId));
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
  return text;
}

type Change = string | ((before: string) => string);

/** What is being written in a session, kept over reloads. */
export function useDraft(sessionId: string): [string, (change: Change) => void] {
  const [draft, setDraft] = useState(() => (typeof window === "undefined" ? "" : read(sessionId)));
  const keep = useCallback(
    (change: Change) => setDraft((before) => write(sessionId, typeof change === "string" ? change : change(before))),
    [sessionId],
  );
  return [draft, keep];
}
