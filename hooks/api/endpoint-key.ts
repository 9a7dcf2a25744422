import type { LooseOptions } from "@/lib/api/calls/call-options";
import type { Endpoint } from "@/lib/contract/base/endpoint";

type EndpointKey = readonly [resource: string, name: string, params: object, query: { resourceSlug?: unknown }];

/** The cache key of a response. Actions invalidate all keys that begin with their resource. */
export const endpointKey = ({ resource, name }: Endpoint, { params, query }: LooseOptions): EndpointKey => [
  resource,
  name,
  params ?? {},
  query ?? {},
];

/**
 * Whether the response of one key can be shown while another loads. Rows of another team (in the path or the query) and
 * other records cannot.
 */
export function canBePlaceholder(previous: readonly unknown[] | undefined, key: EndpointKey): boolean {
  if (!previous) return false;
  const [, , params, query] = previous as EndpointKey;
  return JSON.stringify(params) === JSON.stringify(key[2]) && query.resourceSlug === key[3].resourceSlug;
}
