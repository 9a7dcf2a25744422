"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/lib/utils/cn";
import { isBarePath } from "@/lib/utils/paths/page-kind";

interface Props {
  title: string;
  text?: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** The single column of a sign-in page; its title is larger where there is no shell around it. */
export function BareCard({ title, text, children, footer }: Props) {
  const bare = isBarePath(usePathname());
  return (
    <div className={cn("mx-auto flex w-full max-w-bare flex-col gap-6", !bare && "md:pt-10")}>
      <div className="flex flex-col gap-2">
        <h1 className={cn("font-semibold", bare ? "text-display" : "text-title")}>{title}</h1>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
      {footer && <div className="text-muted [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4">{footer}</div>}
    </div>
  );
}
