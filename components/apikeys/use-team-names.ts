"use client";

import { useAccount } from "@/context/account";

/** Returns the names of a key's teams; deleted teams are left out. */
export function useTeamNames() {
  const { account } = useAccount();
  const names = new Map(account?.orgs.flatMap(({ teams }) => teams.map(({ id, name }) => [id, name])));
  return (ids: readonly string[] | null): string => {
    if (!ids) return "All my teams";
    const found = ids.flatMap((id) => names.get(id) ?? []);
    return found.length > 0 ? found.join(", ") : "None of your teams";
  };
}
