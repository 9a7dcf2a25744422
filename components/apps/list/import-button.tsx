"use client";

import { FileUp, LayoutTemplate } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { usePermission } from "@/hooks/account/use-permission";
import { Permission } from "@/lib/permissions/bits";

/** Link to the import page; the "New" button next to it explains a missing permission. */
export function ImportButton({ slug }: { slug: string }) {
  const { has } = usePermission();
  if (!has(Permission.CREATE_APP)) return null;
  return (
    <Button variant="outline" asChild>
      <Link href={`/${slug}/app/import`}>
        <FileUp aria-hidden /> Import
      </Link>
    </Button>
  );
}

/** Link to the gallery of templates. */
export function TemplatesButton({ slug, children }: { slug: string; children: string }) {
  const { has } = usePermission();
  if (!has(Permission.CREATE_APP)) return null;
  return (
    <Button variant="outline" asChild>
      <Link href={`/${slug}/app/templates`}>
        <LayoutTemplate aria-hidden /> {children}
      </Link>
    </Button>
  );
}
