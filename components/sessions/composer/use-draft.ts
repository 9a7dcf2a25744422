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

const joinTexts = (first: string, second: string) => (first && second.trim() ? `${first}\n${second}` : first || second);

/**
 * The draft of a message, kept across reloads. `stash` empties the box while the text is being sent; it stays stored
 * until `settle` is called with whether it was accepted. A rejected text is restored before newly typed text.
 */
export function useDraft(sessionId: string) {
  const [draft, setDraft] = useState(() => (typeof window === "undefined" ? "" : read(sessionId)));
  const current = useRef(draft);
  const stashed = useRef("");
  const change = useCallback(
    (text: string) => {
      current.current = text;
      setDraft(text);
      write(sessionId, joinTexts(stashed.current, text));
    },
    [sessionId],
  );
  const stash = useCallback(() => {
    stashed.current = current.current;
    change("");
  }, [change]);
  const settle = useCallback(
    (accepted: boolean) => {
      const text = accepted ? current.current : joinTexts(stashed.current, current.current);
      stashed.current = "";
      change(text);
    },
    [change],
  );
  return { draft, change, stash, settle };
}
