"use client";

import { useAccount } from "@/context/account";
import { createChecker, describeGranters } from "@/lib/permissions/checker";

/** The banner above the page explains it. */
export const noSeat = "This organization's plan has no seat for you, so your access is read-only.";

/** The account's permissions in the team of the page. The server checks them again. */
export function usePermission() {
  const { account, granters, readOnly } = useAccount();
  const checker = createChecker(account?.permissions ?? []);
  return {
    /** True while the account loads, so that nothing flashes as forbidden. */
    has: (bit: number): boolean => !account || checker.has(bit),
    /** Returns why a control is disabled and who can grant the permission; undefined if the account has it. */
    why(bit: number): string | undefined {
      if (!account || checker.has(bit)) return undefined;
      if (readOnly) return noSeat;
      return `${checker.missing(bit)}. ${describeGranters(bit, granters?.[bit])}`;
    },
  };
}
