"use client";

import { getNonce } from "get-nonce";
import { Check, ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { useControl } from "./control";
import { DeferredHost, DeferredRelay, DeferredRoot, deferParts, openOnPress, useDeferred, useParts } from "./deferred";
import { controlBox, floatingBox, floatingMotion, menuItem } from "./styles";

const deferred = deferParts(() => import("@radix-ui/react-select"));

export interface SelectOption {
  value: string;
  label: string;
  /** A second line, shown in the list only. */
  help?: string;
  disabled?: boolean;
}

const heights = { sm: "h-8 px-2.5", default: "h-9 px-3", lg: "h-10 px-3" };

interface OptionSelectProps extends Omit<ComponentProps<"button">, "value" | "onChange" | "children" | "name"> {
  /** Null or "": nothing is chosen, the placeholder shows. */
  value: string | null | undefined;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  size?: keyof typeof heights;
}

/** Radix reserves the empty value, so "none" needs another one. */
const none = "\u0000none";

/** A select over a list of options; an option with the value "" is allowed. */
export function OptionSelect(props: OptionSelectProps) {
  return (
    <DeferredRoot of={deferred}>
      <Trigger {...props} />
      <List {...props} />
    </DeferredRoot>
  );
}

const findSelected = ({ value, options }: OptionSelectProps) =>
  options.find((option) => option.value === (value ?? ""));

function Trigger(props: OptionSelectProps) {
  const { value: _, onChange: __, options: ___, placeholder = "Choose…", size = "default", className, ...rest } = props;
  const { load } = useDeferred(deferred);
  const chosen = findSelected(props);
  const idle = {
    role: "combobox",
    "aria-expanded": false,
    "aria-autocomplete": "none",
    "data-state": "closed",
    "data-placeholder": chosen ? undefined : "",
  };
  return (
    <DeferredHost of={deferred} idle={idle} {...openOnPress(load, "mouse")}>
      <button
        type="button"
        className={cn(
          controlBox,
          "inline-flex items-center justify-between gap-2 text-left data-[placeholder]:text-faint [&>span]:truncate",
          heights[size],
          className,
        )}
        {...rest}
        {...useControl(rest)}
      >
        <span>{chosen?.label ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
    </DeferredHost>
  );
}

function List({ value, onChange, options, disabled }: OptionSelectProps) {
  const { parts: Primitive, openRequested } = useDeferred(deferred);
  if (!Primitive) return null;
  const hasEmptyOption = options.some((option) => option.value === "");
  return (
    <Primitive.Root
      defaultOpen={openRequested !== false}
      value={value || (hasEmptyOption ? none : "")}
      onValueChange={(next) => onChange(next === none ? "" : next)}
      {...(disabled && { disabled })}
    >
      <Primitive.Trigger asChild>
        <DeferredRelay of={deferred} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            floatingBox,
            floatingMotion,
            "max-h-[min(20rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) max-w-[calc(100vw-1rem)] overflow-hidden",
          )}
        >
          <Primitive.Viewport nonce={getNonce()} className="p-1">
            {options.map((option) => (
              <Item key={option.value} option={option} />
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item({ option: { value, label, help, disabled } }: { option: SelectOption }) {
  const Primitive = useParts(deferred);
  return (
    <Primitive.Item
      value={value || none}
      className={cn(menuItem, "pr-8 data-[highlighted]:bg-hover")}
      {...(disabled && { disabled })}
    >
      <span className="grid gap-0.5">
        <Primitive.ItemText>{label}</Primitive.ItemText>
        {help && <span className="text-label text-muted">{help}</span>}
      </span>
      <Primitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden className="size-4" />
      </Primitive.ItemIndicator>
    </Primitive.Item>
  );
}
