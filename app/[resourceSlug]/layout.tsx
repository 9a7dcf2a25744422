import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ShellLayout } from "@/components/shell/shell-layout";
import { isReservedSlug } from "@/lib/constants/reserved-slugs";
import { EmbeddedSessions } from "./embedded-sessions";

interface Props {
  params: Promise<{ resourceSlug: string }>;
  children: ReactNode;
}

export default async function Layout({ params, children }: Props) {
  if (isReservedSlug((await params).resourceSlug)) notFound();
  return (
    <ShellLayout>
      <EmbeddedSessions>{children}</EmbeddedSessions>
    </ShellLayout>
  );
}
