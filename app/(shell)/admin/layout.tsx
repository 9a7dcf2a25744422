import type { ReactNode } from "react";
import { AdminFrame } from "@/components/admin/admin-frame";
import { RootOnly } from "@/components/shell/root-only";

/** Without a title of its own: for most people this is an address like any unknown one. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RootOnly>
      <AdminFrame>{children}</AdminFrame>
    </RootOnly>
  );
}
