import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Without a header of Muster: the website has its own. */
export default function Layout({ children }: { children: ReactNode }) {
  return <main className="flex h-dvh flex-col">{children}</main>;
}
