"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageTabs } from "@/components/shared/page/page-tabs";
import { useTitle } from "@/hooks/page/use-title";

const parts = [
  { id: "/admin", label: "Health" },
  { id: "/admin/organizations", label: "Organizations" },
  { id: "/admin/accounts", label: "Accounts" },
  { id: "/admin/queue", label: "Queue" },
  { id: "/admin/mails", label: "Emails" },
  { id: "/admin/plans", label: "Plans" },
  { id: "/admin/log", label: "Log" },
] as const;

/** The tabs of the administration pages. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const path = usePathname();
  const current = parts.find((part) => part.id === path);
  useTitle(current ? `${current.label} · Administration · Muster` : "Muster");
  return (
    <div className="mx-auto grid w-full max-w-list grid-cols-1 gap-6">
      <PageTabs
        label="Administration"
        tabs={parts}
        current={path}
        getHref={(id) => id}
        scroll
        className="max-lg:mask-r-from-85% max-lg:pe-10"
      />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
