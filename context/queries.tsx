"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError } from "@/lib/api/api-error";
import { isTransient, retryAfterMs } from "@/lib/api/retry-after";
import { sessionToken } from "@/lib/api/tokens/token";
import { viewAs } from "@/lib/api/tokens/view-as";
import { accounts } from "@/lib/contract/accounts/calls";

/** Milliseconds for which a response counts as fresh. */
const staleTime = 5_000;
const retries = 2;

/** The query cache. After a 404 it reads the account again: its access to the team may have ended. */
function createClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, { queryKey: [resource] }) => {
      if (error instanceof ApiError && error.code === "not_found" && resource !== accounts.get.resource)
        void client.invalidateQueries({ queryKey: [accounts.get.resource] }, { cancelRefetch: false });
    },
  });
  const client = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime,
        // Retrying what the server has refused is pointless.
        retry: (failures, error) => failures < retries && isTransient(error),
        retryDelay: (failures, error) => retryAfterMs(error) || Math.min(1_000 * 2 ** failures, 15_000),
      },
      // Not queued while offline: a write could otherwise be sent much later.
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

/** The query cache; a new session token or another view clears it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  useEffect(() => {
    const ends = [
      sessionToken.subscribe(() => {
        viewAs.leave();
        client.clear();
      }),
      viewAs.subscribe(() => void client.resetQueries()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
