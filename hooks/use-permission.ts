"use client";

import { useAccount } from "@/context/account";
import { createChecker, whoGrants } from "@/lib/permissions/checker";

/** The banner above the page says more. */
export const noSeat = "The plan has no seat for you here, so you can only read.";

/** What the account may do in the team of the page. The server checks again. */
export function usePermission() {
  const { account, granters, readOnly } = useAccount();
  const checker = createChecker(account?.permissions ?? []);
  return {
    /** True while the account loads, so that nothing flashes as forbidden. */
    has: (bit: number): boolean => !account || checker.has(bit),
    /** Why a control is off and who lifts it; undefined when the bit is held. */
    why(bit: number): string | undefined {
      if (!account || checker.has(bit)) return undefined;
      if (readOnly) return noSeat;
      return `${checker.missing(bit)}. ${whoGrants(bit, granters?.[bit])}`;
    },
  };
}
