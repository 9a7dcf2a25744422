"use client";

import * as Primitive from "@radix-ui/react-select";
import { getNonce } from "get-nonce";
import { Check, ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { useControl } from "./control";
import { controlBox, floatingBox, floatingMotion, menuItem } from "./styles";

export const Select = Primitive.Root;
export const SelectValue = Primitive.Value;

const heights = { sm: "h-8 px-2.5", default: "h-9 px-3", lg: "h-10 px-3" };

interface SelectTriggerProps extends ComponentProps<typeof Primitive.Trigger> {
  size?: keyof typeof heights;
}

export function SelectTrigger({ className, size = "default", children, ...props }: SelectTriggerProps) {
  return (
    <Primitive.Trigger
      className={cn(
        controlBox,
        "inline-flex items-center justify-between gap-2 text-left data-[placeholder]:text-faint [&>span]:truncate",
        heights[size],
        className,
      )}
      {...props}
      {...useControl(props)}
    >
      {children}
      <Primitive.Icon asChild>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Primitive.Icon>
    </Primitive.Trigger>
  );
}

export function SelectContent({ className, children, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          floatingBox,
          floatingMotion,
          "max-h-[min(20rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) max-w-[calc(100vw-1rem)] overflow-hidden",
          className,
        )}
        {...props}
      >
        <Primitive.Viewport nonce={getNonce()} className="p-1">
          {children}
        </Primitive.Viewport>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

interface SelectItemProps extends ComponentProps<typeof Primitive.Item> {
  /** A second line, shown in the list only. */
  help?: string | undefined;
}

export function SelectItem({ className, children, help, ...props }: SelectItemProps) {
  return (
    <Primitive.Item className={cn(menuItem, "pr-8 data-[highlighted]:bg-hover", className)} {...props}>
      <span className="grid gap-0.5">
        <Primitive.ItemText>{children}</Primitive.ItemText>
        {help && <span className="text-label text-muted">{help}</span>}
      </span>
      <Primitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden className="size-4" />
      </Primitive.ItemIndicator>
    </Primitive.Item>
  );
}
