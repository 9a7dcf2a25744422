"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { callLoose } from "@/lib/api/browser";
import type { LooseOptions, ReadInput } from "@/lib/api/call-options";
import type { Answer, Endpoint } from "@/lib/contract/endpoint";
import { endpointKey } from "./endpoint-key";

export interface ReadOptions {
  enabled?: boolean;
  /** Milliseconds. The progress bar stays away then. */
  refetchInterval?: number | false;
  /** `false`: stay on the page when nobody is signed in. */
  navigate?: boolean;
}

export type EndpointOptions<E extends Endpoint> = ReadInput<E> & ReadOptions;

export type EndpointArguments<E extends Endpoint> =
  Record<never, never> extends ReadInput<E> ? [options?: EndpointOptions<E>] : [options: EndpointOptions<E>];

/** Reads an endpoint. While another search of the same list loads, the old rows stay in `data`. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  ...[given]: EndpointArguments<E>
): UseQueryResult<Answer<E>> {
  const { enabled, refetchInterval, ...options }: LooseOptions & ReadOptions = given ?? {};
  const key = endpointKey(endpoint, options);
  return useQuery<Answer<E>>({
    queryKey: key,
    queryFn: ({ signal }) => callLoose(endpoint, { ...options, signal, quiet: Boolean(refetchInterval) }),
    placeholderData: (previous, query) => (sameParams(query?.queryKey, key) ? previous : undefined),
    enabled,
    refetchInterval,
  }) as UseQueryResult<Answer<E>>;
}

/** The rows of another team, or another record, must never stand in. */
const sameParams = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  JSON.stringify(a?.[2]) === JSON.stringify(b[2]);
