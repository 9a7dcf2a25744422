"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { isSessionPath } from "@/lib/utils/paths/page-kind";

/** What the shell shows of the open session. */
interface OpenSession {
  _id: string;
  name: string;
  orgId: string;
  teamId: string;
  startDate: string;
  appId: string;
  sharingConfig: { mode: string };
}

interface SessionState {
  session: OpenSession | null;
  setSession(session: OpenSession | null): void;
}

const SessionContext = createContext<SessionState | null>(null);

/** Holds the open session on `/session/` paths; leaving them clears it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const here = isSessionPath(usePathname());
  const [session, setSession] = useState<OpenSession | null>(null);
  if (!here && session) setSession(null);
  return <SessionContext value={{ session: here ? session : null, setSession }}>{children}</SessionContext>;
}

export function useOpenSession(): SessionState {
  const state = useContext(SessionContext);
  if (!state) throw new Error("useOpenSession needs a SessionProvider above it");
  return state;
}
