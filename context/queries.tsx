"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError } from "@/lib/api/api-error";
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
        retry: (failures, error) => failures < retries && error instanceof ApiError && error.code === "network",
      },
      // A write that waits for the network would be sent long after it was asked for.
      mutations: { networkMode: "always" },
    },
  });

/** Holds the server's answers; another session token empties it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  useEffect(() => sessionToken.subscribe(() => client.clear()), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
