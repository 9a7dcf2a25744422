"use client";

import { seeAs } from "@/lib/api/see-as";
import { sessionToken } from "@/lib/api/token";
import { accounts } from "@/lib/contract/calls/accounts";
import { useAction } from "./use-action";
import { leaveAnyway, mayLeave } from "./use-unsaved-guard";

/** Signs out and loads the login page anew, so that nothing of the account stays in memory. */
export function useLogout() {
  const { run, pending } = useAction(accounts.logout, {
    navigate: false,
    onSuccess: ({ redirect }) => {
      leaveAnyway();
      sessionToken.set(null);
      window.location.assign(redirect);
    },
  });
  return {
    pending,
    run: async () => {
      if (!mayLeave()) return;
      seeAs.leave();
      await run();
    },
  };
}
