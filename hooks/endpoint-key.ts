import type { LooseOptions } from "@/lib/api/call-options";
import type { Endpoint } from "@/lib/contract/endpoint";

export type EndpointKey = readonly [resource: string, name: string, params: object, query: object];

/** Where an answer is kept: an action that changes a resource drops all keys that begin with its name. */
export const endpointKey = ({ resource, name }: Endpoint, { params, query }: LooseOptions): EndpointKey => [
  resource,
  name,
  params ?? {},
  query ?? {},
];
