"use client";

import { useAccount } from "@/context/account";

/** Returns the account's home: its current team's, or onboarding before that. Undefined until known. */
export function useHome(): string | undefined {
  const { account, team } = useAccount();
  if (!account) return undefined;
  if (!team) return "/welcome";
  return account.onboarded ? `/${team.id}` : "/onboarding";
}
