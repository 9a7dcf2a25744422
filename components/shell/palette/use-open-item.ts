"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { listLinks } from "../sidebar/nav";
import { rememberItem } from "./recent-items";

/** Returns the id in the path of a detail page of the team, such as `/team/agent/agent_1`. */
function findItemId(team: string, path: string): string | undefined {
  const [slug, kind, id] = path.split("/").slice(1);
  const known = slug === team && listLinks.some(({ detail }) => detail === `/${kind}/`);
  return known && id?.startsWith(`${kind}_`) ? id : undefined;
}

/** Returns the id of the item whose page is open, if any, and remembers it as recently used. */
export function useOpenItem(): string | undefined {
  const { team } = useAccount();
  const teamId = team?.id ?? "";
  const id = findItemId(teamId, usePathname());
  useEffect(() => {
    if (id) rememberItem(teamId, id);
  }, [teamId, id]);
  return id;
}
