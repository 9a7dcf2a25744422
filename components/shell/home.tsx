"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { AccountFailed, PageSkeleton } from "./shell-states";

/** `/`: on to the current team's apps. Whoever is not signed in is sent to the login page by the account context. */
export function Home() {
  const { status, account, team } = useAccount();
  const router = useRouter();
  const home = team ? `/${team.id}/apps` : "/welcome";
  const to = account && (account.onboarded || !team ? home : "/onboarding");
  useEffect(() => {
    if (to) router.replace(to);
  }, [to, router]);
  return status === "failed" ? <AccountFailed /> : <PageSkeleton />;
}
