"use client";

import { cloneElement, type HTMLAttributes, type KeyboardEvent, type ReactElement, type SyntheticEvent } from "react";
import { useReadOnly } from "./read-only";
import { Tooltip } from "./tooltip";

type Control = ReactElement<HTMLAttributes<HTMLElement> & { disabled?: boolean }>;

interface ExplainedProps {
  /** Why the control is off, and who or what lifts that. Without it the control is as the page lets it be. */
  why?: string | undefined;
  children: Control;
}

const stop = (event: SyntheticEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};
const stopKeys = (event: KeyboardEvent): void => {
  if (event.key !== "Tab" && event.key !== "Escape") stop(event);
};

/** Turns a control off and says why. It stays in the tab order, so that the reason can be reached by keyboard. */
export function Explained({ why, children }: ExplainedProps) {
  const readOnly = useReadOnly();
  const reason = why ?? readOnly;
  if (!reason) return children;
  return (
    <Tooltip content={reason}>
      {cloneElement(children, {
        "aria-disabled": true,
        disabled: false,
        onClickCapture: stop,
        onPointerDownCapture: (event) => event.preventDefault(),
        onKeyDownCapture: stopKeys,
      })}
    </Tooltip>
  );
}
