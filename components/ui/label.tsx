"use client";

import { Root } from "@radix-ui/react-label";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

export function Label({ className, ...props }: ComponentProps<typeof Root>) {
  return <Root className={cn("inline-block font-medium text-label text-default", className)} {...props} />;
}
