"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { cn } from "@/lib/utils/cn";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "checked"> {
  checked: boolean | "mixed";
  onChange?: (checked: boolean) => void;
}

/** A checkbox of three states; `mixed`: some of its children are checked. */
export function Checkbox({ checked, onChange, className, ...props }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  // `indeterminate` is a DOM property without an attribute.
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === "mixed";
  }, [checked]);
  return (
    <input
      ref={box}
      type="checkbox"
      checked={checked === true}
      onChange={({ target }) => onChange?.(target.checked)}
      readOnly={!onChange}
      className={cn("size-4 shrink-0 accent-accent disabled:cursor-not-allowed disabled:opacity-60", className)}
      {...props}
    />
  );
}
