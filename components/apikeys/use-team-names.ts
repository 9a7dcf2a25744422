"use client";

import { useAccount } from "@/context/account";

/** The teams of a key by name; one that is gone is not named. */
export function useTeamNames() {
  const { account } = useAccount();
  const names = new Map(account?.orgs.flatMap(({ teams }) => teams.map(({ id, name }) => [id, name])));
  return (ids: readonly string[] | null): string => {
    if (!ids) return "All my teams";
    const found = ids.flatMap((id) => names.get(id) ?? []);
    return found.length > 0 ? found.join(", ") : "None that you are in";
  };
}
