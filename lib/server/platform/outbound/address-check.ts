import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import {
  describeSpecialAddress,
  formatHostAndPort,
  type IpAddress,
  isLoopback,
  isThisMachine,
  normalizeHost,
  parseAddress,
} from "./address";
import { parseAllowList } from "./allow-list";
import { OutboundError, toOutboundError } from "./outbound-error";

export interface Endpoint {
  /** Absent for a port of this machine. */
  host?: string;
  port: number;
}

type Lookup = (host: string) => Promise<LookupAddress[]>;

export interface AddressRules {
  /** Entries of OUTBOUND_ALLOW. */
  allow: readonly string[];
  /** Loopback is allowed. */
  development: boolean;
  /** Muster's own ports and database, which are always refused. Read at each check, because endpoints can be added. */
  ownEndpoints: readonly Endpoint[];
  lookup?: Lookup;
}

/** Resolves a host to the addresses that may be dialed on this port, or throws an OutboundError. */
export type AddressCheck = (host: string, port: number) => Promise<LookupAddress[]>;

const allAddresses: Lookup = (host) => systemLookup(host, { all: true });

function isLocal(address: IpAddress): boolean {
  if (isThisMachine(address)) return true;
  const text = address.toString();
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return interfaces.some((one) => parseAddress(one.address)?.toString() === text);
}

/** Creates the address check of rule 5. Connect to the addresses it returns without resolving again. */
export function createAddressCheck(rules: AddressRules): AddressCheck {
  const allowed = parseAllowList(rules.allow);
  const lookup = rules.lookup ?? allAddresses;

  async function isOwn(host: string, port: number, address: IpAddress): Promise<boolean> {
    for (const own of rules.ownEndpoints) {
      if (own.port !== port) continue;
      const ownHost = own.host === undefined ? undefined : normalizeHost(own.host);
      if (ownHost === undefined ? isLocal(address) : ownHost === host) return true;
      if (ownHost === undefined) continue;
      const found = isIP(ownHost) ? [{ address: ownHost }] : await lookup(ownHost).catch(() => []);
      const addresses = found.flatMap((one) => parseAddress(one.address) ?? []);
      const same = addresses.some((one) => one.toString() === address.toString());
      if (same || (addresses.some(isThisMachine) && isLocal(address))) return true;
    }
    return false;
  }

  async function refusal(host: string, port: number, address: IpAddress): Promise<OutboundError | undefined> {
    const target = formatHostAndPort(host, port);
    if (await isOwn(host, port, address)) {
      return new OutboundError("refused", `${target} is Muster's own address and can't be called.`);
    }
    const special = describeSpecialAddress(address);
    if (!special || allowed(host, port, address) || (rules.development && isLoopback(address))) return undefined;
    const at = parseAddress(host) ? "is" : `resolves to ${address.toString()},`;
    const sentence = `${host} ${at} ${special}. The server administrator can allow it with OUTBOUND_ALLOW=${target}.`;
    return new OutboundError("refused", sentence, { allowEntry: target });
  }

  return async (rawHost, port) => {
    const host = normalizeHost(rawHost);
    if (!host) throw new OutboundError("address", `The host name “${rawHost}” isn't valid.`);
    const literal = parseAddress(host);
    const found = literal
      ? [{ address: host, family: isIP(host) }]
      : await lookup(host).catch((error: unknown) => {
          throw toOutboundError(error, formatHostAndPort(host, port), "unreachable");
        });
    const permitted: LookupAddress[] = [];
    let refused: OutboundError | undefined;
    for (const one of found) {
      const address = parseAddress(one.address);
      if (!address) continue;
      const problem = await refusal(host, port, address);
      if (problem) refused ??= problem;
      else permitted.push(one);
    }
    if (permitted.length > 0) return permitted;
    throw (
      refused ??
      new OutboundError("unreachable", `Couldn't reach ${formatHostAndPort(host, port)}: there is no such host.`)
    );
  };
}
