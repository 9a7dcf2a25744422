"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { callLoose } from "@/lib/api/browser";
import type { LooseOptions, ReadInput } from "@/lib/api/calls/call-options";
import type { Endpoint, ResponseBody } from "@/lib/contract/base/endpoint";
import { canBePlaceholder, endpointKey } from "./endpoint-key";

export interface ReadOptions {
  enabled?: boolean;
  /** Milliseconds. Such reads show no progress bar. */
  refetchInterval?: number | false;
  /** `false`: stay on the page when no one is signed in. */
  navigate?: boolean;
}

/** Polls every two seconds while the predicate is true, without the progress bar. */
interface Polling<E extends Endpoint> {
  pollWhile?: (answer: ResponseBody<E>) => boolean;
}
export const pollMs = 2_000;

export type EndpointOptions<E extends Endpoint> = ReadInput<E> & ReadOptions & Polling<E>;

type EndpointArguments<E extends Endpoint> =
  Record<never, never> extends ReadInput<E> ? [options?: EndpointOptions<E>] : [options: EndpointOptions<E>];

/** Reads an endpoint. While another search of the same list loads, `data` keeps the previous rows. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  ...args: EndpointArguments<E>
): UseQueryResult<ResponseBody<E>> {
  const [input] = args;
  const { enabled, refetchInterval, pollWhile, ...options }: LooseOptions & ReadOptions & Polling<E> = input ?? {};
  const key = endpointKey(endpoint, options);
  const polls = (answer: ResponseBody<E> | undefined): boolean => answer !== undefined && pollWhile?.(answer) === true;
  return useQuery<ResponseBody<E>>({
    queryKey: key,
    queryFn: ({ signal, client }) => {
      const quiet = Boolean(refetchInterval) || polls(client.getQueryData(key));
      return callLoose(endpoint, { ...options, signal, quiet });
    },
    placeholderData: (previous, query) => (canBePlaceholder(query?.queryKey, key) ? previous : undefined),
    enabled,
    refetchInterval: pollWhile ? ({ state }) => (polls(state.data) ? pollMs : refetchInterval) : refetchInterval,
  }) as UseQueryResult<ResponseBody<E>>;
}
