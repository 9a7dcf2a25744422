"use client";

import { useEffect, useRef, useState } from "react";

/** Debounce of a search, in milliseconds. */
const debounceMs = 250;

/** The text of a search box, and its debounced value to search for. */
export function useDebouncedText() {
  const [text, setText] = useState("");
  const [debounced, setDebounced] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDebounced(next.trim()), debounceMs);
  };
  return { text, debounced, onChange };
}
