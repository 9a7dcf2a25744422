import type { Endpoint, ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { contracts } from "@/lib/contract/index";

/** Every call of the registry, in its order. */
export const endpoints: ShapedEndpoint[] = Object.values(contracts).flatMap(
  (contract) => Object.values(contract) as ShapedEndpoint[],
);

/** For `describe.each` and `it.each`: the name makes the title. */
export const namedEndpoints = endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

/** Programs that have credentials of their own make it; tests/api/scim.test.ts and tests/api/publications-mcp.test.ts do. */
export const isForPrograms = ({ access }: ShapedEndpoint): boolean => access === "scim" || access === "mcp";

/** The calls of people and their keys. */
export const memberEndpoints = namedEndpoints.filter(([, endpoint]) => !isForPrograms(endpoint));

/** Names of the path's parameters. */
export const paramsOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map((found) => found[1] ?? "");
