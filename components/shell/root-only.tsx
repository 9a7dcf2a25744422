"use client";

import type { ReactNode } from "react";
import { useAccount } from "@/context/account";
import { Permission } from "@/lib/permissions/bits";
import { PageNotFound } from "./page-not-found";

/** For everybody else there is no such page. The calls behind it are refused by the server. */
export function RootOnly({ children }: { children: ReactNode }) {
  const { account } = useAccount();
  if (!account) return null;
  return account.permissions.includes(Permission.ROOT) ? children : <PageNotFound />;
}
