"use client";

import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { useControl } from "./control";
import { controlBox } from "./styles";

const heights = { sm: "h-8 px-2.5", default: "h-9 px-3", lg: "h-10 px-3" };

interface InputProps extends Omit<ComponentProps<"input">, "size"> {
  size?: keyof typeof heights;
}

export function Input({ className, size = "default", type = "text", ...props }: InputProps) {
  return (
    <input
      type={type}
      dir="auto"
      className={cn(controlBox, heights[size], className)}
      {...props}
      {...useControl(props)}
    />
  );
}
