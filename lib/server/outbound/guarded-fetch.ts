import { env } from "@/lib/server/env";
import { singleton } from "@/lib/server/registry";
import type { Endpoint } from "./address-check";
import { createOutbound, type Outbound, type OutboundLimits } from "./outbound";

/** Shared by both of Next's bundles; the pools below are not, so that an error's class is that of whoever catches it. */
const ownEndpoints = (): Endpoint[] =>
  singleton("ownEndpoints", () => {
    const { PORT, DATABASE_URL } = env();
    const database = DATABASE_URL ? URL.parse(DATABASE_URL) : null;
    const known: Endpoint[] = [{ port: PORT }];
    if (database?.hostname) known.push({ host: database.hostname, port: Number(database.port) || 5_432 });
    return known;
  });

let instance: Outbound | undefined;

function outbound(): Outbound {
  const { OUTBOUND_ALLOW: allow, NODE_ENV } = env();
  instance ??= createOutbound({ allow, development: NODE_ENV === "development", own: ownEndpoints() });
  return instance;
}

/** Makes a port that Muster opened itself (the embedded database, a port other than PORT) unreachable from tools. */
export function addOwnEndpoint(endpoint: Endpoint): void {
  ownEndpoints().push(endpoint);
}

/** fetch for every address that a user gave: 10 s to the headers, 5 MB. Throws OutboundError, or the abort's reason. */
export const guardedFetch: typeof fetch = (input, init) => outbound().fetch(input, init);

/** `guardedFetch` with other limits, for a client library that takes a `fetch`. */
export const guardedFetchWith =
  (limits: OutboundLimits): typeof fetch =>
  (input, init) =>
    outbound().fetchWith(limits)(input, init);

/** For a client that takes no fetch: checks a host and gives the address to dial instead of it. */
export const resolveAndPin: Outbound["resolveAndPin"] = (host, port) => outbound().resolveAndPin(host, port);
