import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { AddressCheck } from "./address-check";

const CONNECT_TIMEOUT_MS = 10_000;
/** Node's default of 250 ms fails for distant hosts. */
const NEXT_ADDRESS_AFTER_MS = 2_500;

/** A `lookup` for net.connect that returns the checked addresses without resolving again. */
function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const first = addresses[0];
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error("No address was permitted."), "");
  };
}

/** undici's connector with the address check: only checked addresses are dialed, including literals. */
export function guardedConnector(check: AddressCheck): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
    check(options.hostname, port).then(
      (addresses) => {
        const connect = buildConnector({
          timeout: CONNECT_TIMEOUT_MS,
          allowH2: false,
          maxCachedSessions: 0,
          host: options.hostname,
          port,
          lookup: pinnedLookup(addresses),
          autoSelectFamily: addresses.length > 1,
          autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
        });
        const literal = isIP(options.hostname) ? addresses[0]?.address : undefined;
        connect({ ...options, hostname: literal ?? options.hostname }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}
