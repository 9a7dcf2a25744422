"use client";

import { useEffect, useRef, useState } from "react";

/** Milliseconds without a key before a text is looked for. */
const quietTime = 250;

/** The text of a search box, and the one to send once the typing has paused. */
export function useQuietText() {
  const [text, setText] = useState("");
  const [quiet, setQuiet] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuiet(next.trim()), quietTime);
  };
  return { text, quiet, onChange };
}
