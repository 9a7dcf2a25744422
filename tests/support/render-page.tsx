import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AccountProvider } from "@/context/account";
import { endpointKey } from "@/hooks/api/endpoint-key";
import type { LooseOptions } from "@/lib/api/calls/call-options";
import type { Endpoint, ResponseBody } from "@/lib/contract/base/endpoint";

const nothing = () => {};
const router = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
} as never;

/** What a page shows to somebody who is not signed in, by its path and by what the server has said so far. */
export function pageAt(path: string, params: { resourceSlug?: string } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false, retry: false } } });
  const { pathname, searchParams } = new URL(path, "http://muster.test");
  return {
    said: <E extends Endpoint>(endpoint: E, answer: ResponseBody<E>, options: LooseOptions = {}) =>
      client.setQueryData(endpointKey(endpoint, options), answer),
    failed: (endpoint: Endpoint) =>
      client.prefetchQuery({
        queryKey: endpointKey(endpoint, {}),
        queryFn: () => Promise.reject(new Error("The server is away.")),
      }),
    shows: (page: ReactNode): string =>
      renderToStaticMarkup(
        <AppRouterContext value={router}>
          <PathnameContext value={pathname}>
            <SearchParamsContext value={searchParams}>
              <PathParamsContext value={params}>
                <QueryClientProvider client={client}>
                  <AccountProvider>{page}</AccountProvider>
                </QueryClientProvider>
              </PathParamsContext>
            </SearchParamsContext>
          </PathnameContext>
        </AppRouterContext>,
      ),
  };
}
