import type { Endpoint, ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { isProtocol } from "@/lib/contract/base/policy";
import { contracts } from "@/lib/contract/index";

/** Every call of the registry, in its order. */
export const endpoints: ShapedEndpoint[] = Object.values(contracts).flatMap(
  (contract) => Object.values(contract) as ShapedEndpoint[],
);

/** For `describe.each` and `it.each`: the name makes the title. */
export const namedEndpoints = endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

/** The calls of people and their keys; tests of each protocol make the others. */
export const memberEndpoints = namedEndpoints.filter(([, endpoint]) => !isProtocol(endpoint));

/** Names of the path's parameters. */
export const paramsOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map((found) => found[1] ?? "");
