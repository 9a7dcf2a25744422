"use client";

import { sessionToken } from "@/lib/api/tokens/token";
import { viewAs } from "@/lib/api/tokens/view-as";
import { accounts } from "@/lib/contract/accounts/calls";
import { useAction } from "../api/use-action";
import { allowLeaving, confirmLeave } from "../forms/use-unsaved-guard";

/** Signs out and reloads the page, so that no account data stays in memory. */
export function useLogout() {
  const { run, pending } = useAction(accounts.logout, {
    navigate: false,
    onSuccess: ({ redirect }) => {
      allowLeaving();
      sessionToken.set(null);
      window.location.assign(redirect);
    },
  });
  return {
    pending,
    run: () =>
      confirmLeave(() => {
        viewAs.leave();
        void run();
      }),
  };
}
