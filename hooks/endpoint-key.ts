import type { LooseOptions } from "@/lib/api/call-options";
import type { Endpoint } from "@/lib/contract/endpoint";

export type EndpointKey = readonly [resource: string, name: string, params: object, query: { resourceSlug?: unknown }];

/** Where an answer is kept: an action that changes a resource drops all keys that begin with its name. */
export const endpointKey = ({ resource, name }: Endpoint, { params, query }: LooseOptions): EndpointKey => [
  resource,
  name,
  params ?? {},
  query ?? {},
];

/**
 * Whether the answer of one key may be shown while another loads. The rows of another team, named in the path or in
 * the query, and another record must never stand in.
 */
export function canStandIn(previous: readonly unknown[] | undefined, key: EndpointKey): boolean {
  if (!previous) return false;
  const [, , params, query] = previous as unknown as EndpointKey;
  return JSON.stringify(params) === JSON.stringify(key[2]) && query.resourceSlug === key[3].resourceSlug;
}
