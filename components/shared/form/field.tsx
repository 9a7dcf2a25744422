"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ControlContext } from "@/components/ui/control";
import { Label } from "@/components/ui/label";
import { cn } from "@/lib/utils/cn";

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** The error message; it also marks the control as invalid. */
  error?: string | undefined;
  required?: boolean;
  /** At the right of the label: a counter, a link. */
  aside?: ReactNode;
  /** The label names a group of controls (radio buttons, a list of tags) instead of pointing at one. */
  group?: boolean;
  className?: string;
  children: ReactNode;
}

/** A switch is at the left of its label, other controls are below. */
const besideSwitch =
  "has-[>[role=switch]]:grid-cols-[auto_1fr] has-[>[role=switch]]:items-center has-[>[role=switch]]:gap-x-2.5 [&>[role=switch]]:order-first";
const belowLabel = "group-has-[>[role=switch]]/field:col-start-2";

/** Label, one control, help and error. The control gets its id and aria attributes from context. */
export function Field({ label, help, error, required = false, aside, group = false, className, children }: FieldProps) {
  const base = useId();
  const ids = { control: base, label: `${base}-label`, help: `${base}-help`, error: `${base}-error` };
  const describedBy = cn(error && ids.error, help && ids.help) || undefined;
  const mark = required && (
    <span aria-hidden className="text-danger">
      {" *"}
    </span>
  );
  return (
    <div className={cn("group/field grid grid-cols-1 content-start gap-1.5", besideSwitch, className)}>
      <div className="flex items-baseline justify-between gap-2">
        {group ? (
          <span id={ids.label} className="font-medium text-label">
            {label}
            {mark}
          </span>
        ) : (
          <Label id={ids.label} htmlFor={ids.control}>
            {label}
            {mark}
          </Label>
        )}
        {aside && <span className="text-label text-muted">{aside}</span>}
      </div>
      <ControlContext value={{ id: ids.control, labelId: ids.label, describedBy, invalid: Boolean(error), required }}>
        {children}
      </ControlContext>
      {error && (
        <p id={ids.error} className={cn("flex items-start gap-1.5 text-danger text-secondary", belowLabel)}>
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {help && (
        <div id={ids.help} className={cn("max-w-reading text-muted text-secondary", belowLabel)}>
          {help}
        </div>
      )}
    </div>
  );
}
