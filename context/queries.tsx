"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { isPassing, retryAfterMs } from "@/lib/api/retry-after";
import { seeAs } from "@/lib/api/see-as";
import { sessionToken } from "@/lib/api/token";

/** Milliseconds for which an answer needs no asking again. */
const staleTime = 5_000;
const retries = 2;

const makeClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime,
        // The server's own refusals would only be repeated.
        retry: (failures, error) => failures < retries && isPassing(error),
        retryDelay: (failures, error) => retryAfterMs(error) || Math.min(1_000 * 2 ** failures, 15_000),
      },
      // A write that waits for the network would be sent long after it was asked for.
      mutations: { networkMode: "always" },
    },
  });

/** Holds the server's answers; another session token, or another view, empties it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  useEffect(() => {
    const ends = [
      sessionToken.subscribe(() => {
        seeAs.leave();
        client.clear();
      }),
      seeAs.subscribe(() => void client.resetQueries()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
