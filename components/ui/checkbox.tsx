"use client";

import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { useControl } from "./control";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean;
}

/** A native checkbox, so that a form can register it, with the look of the other controls. */
export function Checkbox({ className, indeterminate = false, ref, ...props }: CheckboxProps) {
  const attach = (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = indeterminate;
    if (typeof ref === "function") return ref(element);
    if (ref) ref.current = element;
  };
  return (
    <span className={cn("relative inline-flex size-4 shrink-0", className)}>
      <input
        {...props}
        {...useControl(props)}
        ref={attach}
        type="checkbox"
        className="peer size-full cursor-pointer appearance-none rounded-mark border border-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger"
      />
      <Check
        aria-hidden
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-accent-contrast peer-checked:block peer-indeterminate:hidden"
      />
      <Minus
        aria-hidden
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-accent-contrast peer-indeterminate:block"
      />
    </span>
  );
}
