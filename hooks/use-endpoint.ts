"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { callLoose } from "@/lib/api/browser";
import type { LooseOptions, ReadInput } from "@/lib/api/call-options";
import type { Answer, Endpoint } from "@/lib/contract/endpoint";
import { canStandIn, endpointKey } from "./endpoint-key";

export interface ReadOptions {
  enabled?: boolean;
  /** Milliseconds. The progress bar stays away then. */
  refetchInterval?: number | false;
  /** `false`: stay on the page when nobody is signed in. */
  navigate?: boolean;
}

/** Asks again every two seconds while the answer says that something is under way, without the progress bar. */
interface Polling<E extends Endpoint> {
  pollWhile?: (answer: Answer<E>) => boolean;
}
export const pollMs = 2_000;

export type EndpointOptions<E extends Endpoint> = ReadInput<E> & ReadOptions & Polling<E>;

export type EndpointArguments<E extends Endpoint> =
  Record<never, never> extends ReadInput<E> ? [options?: EndpointOptions<E>] : [options: EndpointOptions<E>];

/** Reads an endpoint. While another search of the same list loads, the old rows stay in `data`. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  ...[given]: EndpointArguments<E>
): UseQueryResult<Answer<E>> {
  const { enabled, refetchInterval, pollWhile, ...options }: LooseOptions & ReadOptions & Polling<E> = given ?? {};
  const key = endpointKey(endpoint, options);
  const polls = (answer: Answer<E> | undefined): boolean => answer !== undefined && pollWhile?.(answer) === true;
  return useQuery<Answer<E>>({
    queryKey: key,
    queryFn: ({ signal, client }) => {
      const quiet = Boolean(refetchInterval) || polls(client.getQueryData(key));
      return callLoose(endpoint, { ...options, signal, quiet });
    },
    placeholderData: (previous, query) => (canStandIn(query?.queryKey, key) ? previous : undefined),
    enabled,
    refetchInterval: pollWhile ? ({ state }) => (polls(state.data) ? pollMs : refetchInterval) : refetchInterval,
  }) as UseQueryResult<Answer<E>>;
}
