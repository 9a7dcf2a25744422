import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SharedFrame } from "@/components/shell/shared-frame";

/** The address is what lets people in: no search engine is to know it. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function Layout({ children }: { children: ReactNode }) {
  return <SharedFrame>{children}</SharedFrame>;
}
