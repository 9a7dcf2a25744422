"use client";

import { Indicator, Item, Root } from "@radix-ui/react-radio-group";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/lib/utils/cn";
import { useControlGroup } from "./control";

interface RadioGroupProps extends Omit<ComponentProps<typeof Root>, "onChange" | "onValueChange"> {
  onChange?: (value: string) => void;
}

export function RadioGroup({ className, onChange, ...props }: RadioGroupProps) {
  return (
    <Root className={cn("grid gap-2", className)} {...props} onValueChange={onChange} {...useControlGroup(props)} />
  );
}

interface RadioItemProps extends Omit<ComponentProps<typeof Item>, "children"> {
  label: ReactNode;
  help?: ReactNode;
  /** A bordered card that can be clicked anywhere. */
  card?: boolean;
}

export function RadioItem({ label, help, card = false, className, ...props }: RadioItemProps) {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <label
      htmlFor={id}
      className={cn(
        "flex cursor-pointer items-start gap-2.5 has-[:disabled]:cursor-not-allowed has-[:disabled]:opacity-60",
        card &&
          "rounded-card border p-3 transition-colors hover:bg-hover has-[[data-state=checked]]:border-accent has-[[data-state=checked]]:bg-accent-tint",
        className,
      )}
    >
      <Item
        id={id}
        aria-describedby={help ? helpId : undefined}
        className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-strong bg-surface transition-colors data-[state=checked]:border-accent"
        {...props}
      >
        <Indicator className="size-2 rounded-full bg-accent" />
      </Item>
      <span className="grid gap-0.5">
        <span className="text-body">{label}</span>
        {help && (
          <span id={helpId} className="text-muted text-secondary">
            {help}
          </span>
        )}
      </span>
    </label>
  );
}
