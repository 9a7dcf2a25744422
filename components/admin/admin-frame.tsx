"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useTitle } from "@/hooks/page/use-title";
import { cn } from "@/lib/utils/cn";

const parts = [
  { path: "/admin", label: "Health" },
  { path: "/admin/organizations", label: "Organizations" },
  { path: "/admin/accounts", label: "Accounts" },
  { path: "/admin/queue", label: "Queue" },
  { path: "/admin/mails", label: "Emails" },
  { path: "/admin/plans", label: "Plans" },
  { path: "/admin/log", label: "Log" },
] as const;

/** The tabs of the administration pages. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const path = usePathname();
  const current = parts.find((part) => part.path === path);
  // Not all tabs fit on a phone.
  const here = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab changes with the path
  useEffect(() => void here.current?.scrollIntoView({ block: "nearest", inline: "center" }), [path]);
  useTitle(current ? `${current.label} · Administration · Muster` : "Muster");
  return (
    <div className="mx-auto grid w-full max-w-list grid-cols-1 gap-6">
      <nav aria-label="Administration" className="border-b">
        <ul className="max-lg:mask-r-from-85% -mb-px flex gap-1 overflow-x-auto max-lg:pe-10">
          {parts.map(({ path: href, label }) => (
            <li key={href}>
              <Link
                href={href}
                ref={href === path ? here : undefined}
                aria-current={href === path ? "page" : undefined}
                className={cn(
                  "inline-flex h-9 items-center whitespace-nowrap border-b-2 px-3 text-body focus-visible:-outline-offset-2",
                  href === path
                    ? "border-accent font-medium text-default"
                    : "border-transparent text-muted hover:text-default",
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
