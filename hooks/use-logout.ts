"use client";

import { sessionToken } from "@/lib/api/token";
import { accounts } from "@/lib/contract/accounts";
import { useAction } from "./use-action";

/** Signs out and loads the login page anew, so that nothing of the account stays in memory. */
export function useLogout() {
  return useAction(accounts.logout, {
    navigate: false,
    onSuccess: ({ redirect }) => {
      sessionToken.set(null);
      window.location.assign(redirect);
    },
  });
}
