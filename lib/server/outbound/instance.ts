import { env } from "../env";
import { singleton } from "../registry";
import type { Endpoint } from "./address-check";
import { createOutbound, type Outbound } from "./outbound";

/** Muster's own port and its database: refused whatever OUTBOUND_ALLOW says. Shared by both of Next's bundles. */
const ownEndpoints = (): Endpoint[] =>
  singleton("ownEndpoints", () => {
    const { PORT, DATABASE_URL } = env();
    const database = DATABASE_URL ? URL.parse(DATABASE_URL) : null;
    const known: Endpoint[] = [{ port: PORT }];
    if (database?.hostname) known.push({ host: database.hostname, port: Number(database.port) || 5_432 });
    return known;
  });

/** Closes one more port of Muster's own, such as one that the server listens on instead of PORT. */
export function addOwnEndpoint(endpoint: Endpoint): void {
  ownEndpoints().push(endpoint);
}

let instance: Outbound | undefined;

/**
 * The way out to addresses that users gave, with the rules of this environment. One a bundle, not one a process: whoever
 * catches an OutboundError must know it by the class that it imports.
 */
export function outbound(): Outbound {
  const { OUTBOUND_ALLOW, isProduction } = env();
  instance ??= createOutbound({ allow: OUTBOUND_ALLOW, development: !isProduction, own: ownEndpoints() });
  return instance;
}
