"use client";

import { Root, Thumb } from "@radix-ui/react-switch";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { useControl } from "./control";

export function Switch({ className, ...props }: ComponentProps<typeof Root>) {
  return (
    <Root
      className={cn(
        "inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-transparent bg-border-strong transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-accent",
        className,
      )}
      {...props}
      {...useControl(props)}
    >
      <Thumb className="block size-4 translate-x-px rounded-full bg-surface transition-transform data-[state=checked]:translate-x-[1.0625rem]" />
    </Root>
  );
}
