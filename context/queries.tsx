"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { isTransient, retryAfterMs } from "@/lib/api/retry-after";
import { sessionToken } from "@/lib/api/tokens/token";
import { viewAs } from "@/lib/api/tokens/view-as";

/** Milliseconds for which a response counts as fresh. */
const staleTime = 5_000;
const retries = 2;

const createClient = () =>
  new QueryClient({
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
