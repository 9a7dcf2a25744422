"use client";

import * as Primitive from "@radix-ui/react-avatar";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";

const sizes = { xs: "size-5", sm: "size-6", md: "size-8", default: "size-10", lg: "size-14" };
export type AvatarSize = keyof typeof sizes;

/** An image in a fixed square; its fallback shows until the image is there, and where it fails. */
export function AvatarFrame({
  size = "default",
  className,
  ...props
}: ComponentProps<typeof Primitive.Root> & { size?: AvatarSize }) {
  return (
    <Primitive.Root
      className={cn("inline-flex shrink-0 select-none overflow-hidden align-middle", sizes[size], className)}
      {...props}
    />
  );
}

export function AvatarImage({ className, ...props }: ComponentProps<typeof Primitive.Image>) {
  return <Primitive.Image className={cn("size-full object-cover", className)} {...props} />;
}

export const AvatarFallback = Primitive.Fallback;
