"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { useHome } from "@/hooks/account/use-home";
import { PageSkeleton } from "./page-skeleton";
import { AccountFailed } from "./shell-states";

/**
 * `/`: redirects to the current team's home page. The account context redirects to the login page if no one is signed in.
 */
export function Home() {
  const { status } = useAccount();
  const router = useRouter();
  const home = useHome();
  useEffect(() => {
    if (home) router.replace(home);
  }, [home, router]);
  return status === "failed" ? <AccountFailed /> : <PageSkeleton />;
}
