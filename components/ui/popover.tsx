"use client";

import * as Primitive from "@radix-ui/react-popover";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { floatingBox, floatingMotion } from "./styles";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;

/** Needs an `aria-label` or `aria-labelledby`. */
export function PopoverContent({
  className,
  align = "start",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(floatingBox, floatingMotion, "w-72 max-w-[calc(100vw-1rem)] p-4 outline-none", className)}
        {...props}
      />
    </Primitive.Portal>
  );
}
