"use client";

import type { ReactNode } from "react";
import { useAccount } from "@/context/account";
import { Permission } from "@/lib/permissions/bits";
import { PageNotFound } from "./page-not-found";

/** Shows "not found" to everyone else. The server refuses the calls as well. */
export function RootOnly({ children }: { children: ReactNode }) {
  const { account } = useAccount();
  if (!account) return null;
  return account.permissions.includes(Permission.ROOT) ? children : <PageNotFound />;
}
