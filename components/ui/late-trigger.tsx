"use client";

import type { ComponentProps } from "react";
import { type Late, LateHost } from "./late";

export interface TriggerProps extends ComponentProps<"button"> {
  /** The button is the one child. */
  asChild?: boolean;
}

interface LateTriggerProps<P> extends TriggerProps {
  of: Late<P>;
  opens: "menu" | "dialog";
  /** What opens it until its code is there. */
  handlers: Pick<ComponentProps<typeof LateHost>, "onClick" | "onPointerDown" | "onKeyDown">;
}

/** The button of what floats beside it. */
export function LateTrigger<P>({ of, opens, handlers, asChild = false, children, ...props }: LateTriggerProps<P>) {
  return (
    <LateHost of={of} idle={{ "aria-haspopup": opens, "aria-expanded": false, "data-state": "closed" }} {...handlers}>
      {asChild ? (
        children
      ) : (
        <button type="button" {...props}>
          {children}
        </button>
      )}
    </LateHost>
  );
}
