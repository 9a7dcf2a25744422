import { env, fromEnv } from "../env/env";
import { singleton } from "../process/registry";
import type { Endpoint } from "./address-check";
import { createOutbound, type Outbound } from "./outbound";

/** Muster's own port, database and file storage: always refused. Shared by both of Next's bundles. */
const listOwnEndpoints = (): Endpoint[] =>
  singleton("ownEndpoints", () => {
    const { PORT, DATABASE_URL, STORAGE_URL } = env();
    const database = DATABASE_URL ? URL.parse(DATABASE_URL) : null;
    const known: Endpoint[] = [{ port: PORT }];
    if (database?.hostname) known.push({ host: database.hostname, port: Number(database.port) || 5_432 });
    const storage = STORAGE_URL?.endpoint ? new URL(STORAGE_URL.endpoint) : null;
    if (storage)
      known.push({ host: storage.hostname, port: Number(storage.port) || (storage.protocol === "https:" ? 443 : 80) });
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
