"use client";

import { FileUp, LayoutTemplate } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { usePermission } from "@/hooks/use-permission";
import { Permission } from "@/lib/permissions/bits";

/** Leads to where an app's file is imported; those who cannot add apps are told so by the button beside it. */
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

/** The same where there is no app yet: the examples are files to import. */
export function ExampleButton({ slug }: { slug: string }) {
  const { has } = usePermission();
  if (!has(Permission.CREATE_APP)) return null;
  return (
    <Button variant="outline" asChild>
      <Link href={`/${slug}/app/import`}>
        <LayoutTemplate aria-hidden /> Import or start from an example
      </Link>
    </Button>
  );
}
