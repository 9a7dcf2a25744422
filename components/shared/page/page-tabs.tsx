"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { cn } from "@/lib/utils/cn";

interface PageTabsProps {
  /** Label for screen readers: "Parts of the connection". */
  label: string;
  tabs: readonly { id: string; label: string; count?: number | undefined }[];
  current: string;
  getHref(id: string): string;
  /** Whether a tab opens at its top. */
  scroll?: boolean;
  /** Of the list of tabs. */
  className?: string;
}

/** Tabs of a page, each with its own URL. */
export function PageTabs({ label: parts, tabs, current, getHref, scroll = false, className }: PageTabsProps) {
  // Not all tabs fit on a phone.
  const here = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab's position changes with it
  useEffect(() => void here.current?.scrollIntoView({ block: "nearest", inline: "center" }), [current]);
  return (
    <nav aria-label={parts} className="border-b">
      <ul className={cn("-mb-px flex gap-1 overflow-x-auto", className)}>
        {tabs.map(({ id, label, count }) => (
          <li key={id}>
            <Link
              href={getHref(id)}
              scroll={scroll}
              ref={id === current ? here : undefined}
              aria-current={id === current ? "page" : undefined}
              className={cn(
                "inline-flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 px-3 text-body focus-visible:-outline-offset-2",
                id === current
                  ? "border-accent font-medium text-default"
                  : "border-transparent text-muted hover:text-default",
              )}
            >
              {label}
              {count !== undefined && <span className="font-normal text-label text-muted tabular-nums">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
