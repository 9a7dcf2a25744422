"use client";

import type { ComponentProps } from "react";
import { DeferredHost, type DeferredParts } from "./deferred";

export interface TriggerProps extends ComponentProps<"button"> {
  /** The button is the one child. */
  asChild?: boolean;
}

interface DeferredTriggerProps<P> extends TriggerProps {
  of: DeferredParts<P>;
  opens: "menu" | "dialog";
  /** Event handlers that open it until its code is loaded. */
  handlers: Pick<ComponentProps<typeof DeferredHost>, "onClick" | "onPointerDown" | "onKeyDown">;
}

/** The trigger of a deferred popover, menu or tooltip. */
export function DeferredTrigger<P>({
  of,
  opens,
  handlers,
  asChild = false,
  children,
  ...props
}: DeferredTriggerProps<P>) {
  return (
    <DeferredHost
      of={of}
      idle={{ "aria-haspopup": opens, "aria-expanded": false, "data-state": "closed" }}
      {...handlers}
    >
      {asChild ? (
        children
      ) : (
        <button type="button" {...props}>
          {children}
        </button>
      )}
    </DeferredHost>
  );
}
