"use client";

import { cloneElement, type HTMLAttributes, type KeyboardEvent, type ReactElement, type SyntheticEvent } from "react";
import { useReadOnly } from "./read-only";
import { Tooltip } from "./tooltip";

type Control = ReactElement<HTMLAttributes<HTMLElement> & { disabled?: boolean }>;

interface DisabledTooltipProps {
  /** Why the control is disabled. Without it the page's read-only reason applies, if any. */
  disabledReason?: string | undefined;
  children: Control;
}

const stop = (event: SyntheticEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};
const stopKeys = (event: KeyboardEvent): void => {
  if (event.key !== "Tab" && event.key !== "Escape") stop(event);
};

/** Disables a control and explains why in a tooltip. It stays focusable, so that the keyboard reaches the reason. */
export function DisabledTooltip({ disabledReason, children }: DisabledTooltipProps) {
  const readOnly = useReadOnly();
  const reason = disabledReason ?? readOnly;
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
