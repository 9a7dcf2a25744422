import type { Endpoint, ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { contracts } from "@/lib/contract/index";

/** Every call of the registry, in its order. */
export const endpoints: ShapedEndpoint[] = Object.values(contracts).flatMap(
  (contract) => Object.values(contract) as ShapedEndpoint[],
);

/** For `describe.each` and `it.each`: the name makes the title. */
export const namedEndpoints = endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

/** The calls of other programs in a protocol of theirs, with a credential of their own. */
export const isProtocol = ({ access }: Pick<ShapedEndpoint, "access">): boolean =>
  ["scim", "publication", "mcp", "hook", "oauth"].includes(access);

/** The calls of people and their keys; tests of each protocol make the others. */
export const memberEndpoints = namedEndpoints.filter(([, endpoint]) => !isProtocol(endpoint));

/** Names of the path's parameters. */
export const paramsOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map((found) => found[1] ?? "");
