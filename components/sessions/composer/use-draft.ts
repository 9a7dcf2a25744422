"use client";

import { useCallback, useRef, useState } from "react";

const draftKey = (sessionId: string) => `muster.draft.${sessionId}`;

function read(sessionId: string): string {
  try {
    return window.localStorage.getItem(draftKey(sessionId)) ?? "";
  } catch {
    return "";
  }
}

function write(sessionId: string, text: string): void {
  try {
    if (text) window.localStorage.setItem(draftKey(sessionId), text);
    else window.localStorage.removeItem(draftKey(sessionId));
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}

const joined = (first: string, second: string) => (first && second.trim() ? `${first}\n${second}` : first || second);

/**
 * The draft of a message, kept across reloads. `hold` empties the box while the text is being sent; it stays stored
 * until `settle` says whether it was accepted. A rejected text is put back before what was typed since.
 */
export function useDraft(sessionId: string) {
  const [draft, setDraft] = useState(() => (typeof window === "undefined" ? "" : read(sessionId)));
  const written = useRef(draft);
  const held = useRef("");
  const change = useCallback(
    (text: string) => {
      written.current = text;
      setDraft(text);
      write(sessionId, joined(held.current, text));
    },
    [sessionId],
  );
  const hold = useCallback(() => {
    held.current = written.current;
    change("");
  }, [change]);
  const settle = useCallback(
    (accepted: boolean) => {
      const text = accepted ? written.current : joined(held.current, written.current);
      held.current = "";
      change(text);
    },
    [change],
  );
  return { draft, change, hold, settle };
}
