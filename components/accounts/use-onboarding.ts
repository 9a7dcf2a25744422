"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { accounts } from "@/lib/contract/calls/accounts";

/** Onboarding is a bare page, so nothing sends whoever is not signed in to the login page but this. */
export function useOnboarding() {
  const { account, team, status } = useAccount();
  const router = useRouter();
  const onboard = useAction(accounts.onboard);
  const anonymous = status === "anonymous";
  useEffect(() => {
    if (anonymous) router.replace(`/login?goto=${encodeURIComponent(window.location.pathname)}`);
  }, [anonymous, router]);

  /** Marks the introduction as done and goes on; a failure keeps the page. */
  async function finish(path: string): Promise<void> {
    if (await onboard.run()) router.push(path);
  }
  return { account, team, status, finish, finishing: onboard.pending };
}
