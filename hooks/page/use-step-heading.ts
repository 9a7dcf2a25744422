"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Moves focus to the heading of a page when its step changes: the focused element of the previous step is gone. */
export function useStepHeading(step: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
