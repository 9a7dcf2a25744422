import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ShellLayout } from "@/components/shell/shell-layout";
import { isReservedSlug } from "@/lib/constants/reserved-slugs";
import { EmbeddedParts } from "./embedded-parts";

interface Props {
  params: Promise<{ resourceSlug: string }>;
  children: ReactNode;
}

export default async function Layout({ params, children }: Props) {
  if (isReservedSlug((await params).resourceSlug)) notFound();
  return (
    <ShellLayout>
      <EmbeddedParts>{children}</EmbeddedParts>
    </ShellLayout>
  );
}
