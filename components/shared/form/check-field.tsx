"use client";

import { type ComponentProps, type ReactNode, useId } from "react";

interface CheckFieldProps extends Omit<ComponentProps<"input">, "type" | "id" | "className"> {
  label: ReactNode;
  help?: ReactNode;
}

/** A checkbox with its label, and the help below it. */
export function CheckField({ label, help, ...props }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        {...props}
        id={id}
        type="checkbox"
        aria-describedby={help ? `${id}-help` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="grid min-w-0 gap-0.5">
        <label htmlFor={id} dir="auto" className="text-body">
          {label}
        </label>
        {help && (
          <span id={`${id}-help`} className="text-muted text-secondary">
            {help}
          </span>
        )}
      </span>
    </div>
  );
}
