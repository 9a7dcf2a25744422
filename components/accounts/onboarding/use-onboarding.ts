"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { accounts } from "@/lib/contract/accounts/calls";

/** Also redirects visitors without a session to the login page, as onboarding has no shell that would. */
export function useOnboarding() {
  const { account, team, status } = useAccount();
  const router = useRouter();
  const onboard = useAction(accounts.onboard);
  const anonymous = status === "anonymous";
  useEffect(() => {
    if (anonymous) router.replace(`/login?goto=${encodeURIComponent(window.location.pathname)}`);
  }, [anonymous, router]);

  /** Marks onboarding as done and leaves; stays on the page after a failure. */
  async function finish(path: string): Promise<void> {
    if (await onboard.run()) router.push(path);
  }
  return { account, team, status, finish, finishing: onboard.pending };
}
