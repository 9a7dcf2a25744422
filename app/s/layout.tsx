import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SharedFrame } from "@/components/shell/shared-frame";

/** The URL grants access, so search engines must not index it. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function Layout({ children }: { children: ReactNode }) {
  return <SharedFrame>{children}</SharedFrame>;
}
