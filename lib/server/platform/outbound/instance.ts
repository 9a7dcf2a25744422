import { env, fromEnv } from "../env/env";
import { singleton } from "../process/registry";
import type { Endpoint } from "./address-check";
import { createOutbound, type Outbound } from "./outbound";

const toEndpoint = (url: string): Required<Endpoint> => {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: Number(port) || (protocol === "https:" ? 443 : 80) };
};

/** Muster's own port, database, file storage and vector store: always refused. Shared by both of Next's bundles. */
const listOwnEndpoints = (): Endpoint[] =>
  singleton("ownEndpoints", () => {
    const { PORT, DATABASE_URL, DATABASE_DIRECT_URL, STORAGE_URL, VECTORS_URL } = env();
    const known: Endpoint[] = [{ port: PORT }];
    for (const address of [DATABASE_URL, DATABASE_DIRECT_URL]) {
      const database = address ? URL.parse(address) : null;
      if (database?.hostname) known.push({ host: database.hostname, port: Number(database.port) || 5_432 });
    }
    if (STORAGE_URL?.endpoint) known.push(toEndpoint(STORAGE_URL.endpoint));
    if (VECTORS_URL) known.push(toEndpoint(VECTORS_URL));
    return known;
  });

/** Blocks another of Muster's own ports, such as one used instead of PORT. */
export function addOwnEndpoint(endpoint: Endpoint): void {
  listOwnEndpoints().push(endpoint);
}

/**
 * Guarded access to user-provided addresses, with the environment's rules. One instance per bundle, so that an OutboundError
 * has the class that its catcher imports.
 */
export const outbound = fromEnv(
  ({ OUTBOUND_ALLOW, isProduction }): Outbound =>
    createOutbound({ allow: OUTBOUND_ALLOW, development: !isProduction, ownEndpoints: listOwnEndpoints() }),
);

/** Access to one address that the operator has set, which may be private. Follows the other rules. */
export function createOperatorOutbound(url: string): Outbound {
  const { host, port } = toEndpoint(url);
  return createOutbound({ allow: [`${host}:${port}`], development: false, ownEndpoints: [] });
}
