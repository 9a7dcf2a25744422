import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { sidebarCookie } from "@/lib/constants/ui";
import { Shell } from "./shell";

/** The shell with the sidebar as the browser's cookie left it. */
export async function ShellLayout({ children }: { children: ReactNode }) {
  const cookie = (await cookies()).get(sidebarCookie);
  return <Shell startOpen={cookie && cookie.value !== "false"}>{children}</Shell>;
}
