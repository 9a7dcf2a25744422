import type { ReactNode } from "react";
import { AdminFrame } from "@/components/admin/admin-frame";
import { RootOnly } from "@/components/shell/root-only";

/** Sets no title: for most accounts the page does not exist. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RootOnly>
      <AdminFrame>{children}</AdminFrame>
    </RootOnly>
  );
}
