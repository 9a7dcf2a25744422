"use client";

import { LayoutTemplate, Plus } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { usePermission } from "@/hooks/account/use-permission";
import { Permission } from "@/lib/permissions/bits";

const actions = [
  { path: "/app/templates", label: "Templates", bit: Permission.CREATE_APP, icon: LayoutTemplate },
  { path: "/connections/add", label: "New data source", bit: Permission.CREATE_DATASOURCE, icon: Plus },
  { path: "/agent/add", label: "New agent", bit: Permission.CREATE_AGENT, icon: Plus },
  { path: "/app/add", label: "New app", bit: Permission.CREATE_APP, icon: Plus },
] as const;

/** Links to start with a template and to create what people create most, without those that the account may not create. */
export function QuickActions({ slug }: { slug: string }) {
  const { has } = usePermission();
  const allowed = actions.filter(({ bit }) => has(bit));
  return allowed.map(({ path, label, icon: Icon }, i) => (
    <Button key={path} asChild variant={i === allowed.length - 1 ? "default" : "outline"}>
      <Link href={`/${slug}${path}`} prefetch={false}>
        <Icon className="max-sm:hidden" /> {label}
      </Link>
    </Button>
  ));
}
