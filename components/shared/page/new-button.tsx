"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { usePermission } from "@/hooks/account/use-permission";

interface NewButtonProps {
  href: string;
  permission: number;
  children: ReactNode;
}

/** Link to an "add" page; disabled with the reason without the permission. */
export function NewButton({ href, permission, children }: NewButtonProps) {
  const { why, has } = usePermission();
  if (!has(permission)) return <span className="text-muted text-secondary">{why(permission)}</span>;
  return (
    <Button asChild>
      <Link href={href}>
        <Plus /> {children}
      </Link>
    </Button>
  );
}
