"use client";

import { useAccount } from "@/context/account";

/** Where the account begins: its current team's apps, the introduction before them. Undefined until it is known. */
export function useHome(): string | undefined {
  const { account, team } = useAccount();
  if (!account) return undefined;
  if (!team) return "/welcome";
  return account.onboarded ? `/${team.id}/apps` : "/onboarding";
}
