"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { useHome } from "@/hooks/use-home";
import { AccountFailed, PageSkeleton } from "./shell-states";

/** `/`: on to the current team's apps. Whoever is not signed in is sent to the login page by the account context. */
export function Home() {
  const { status } = useAccount();
  const router = useRouter();
  const home = useHome();
  useEffect(() => {
    if (home) router.replace(home);
  }, [home, router]);
  return status === "failed" ? <AccountFailed /> : <PageSkeleton />;
}
