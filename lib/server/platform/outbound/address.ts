import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Azure's host service: a public address that is reachable only inside a virtual machine, and serves its secrets. */
const AZURE_HOST = "168.63.129.16";
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

const WORDS: Record<string, string> = {
  unspecified: "the unspecified address",
  broadcast: "the broadcast address",
  multicast: "a multicast address",
  linkLocal: "a link-local address",
  loopback: "a loopback address",
  carrierGradeNat: "a carrier-grade NAT address",
  private: "a private address",
  uniqueLocal: "a private address",
  "6to4": "a 6to4 address",
  teredo: "a Teredo address",
  rfc6052: "a NAT64 address",
  rfc6145: "a translated IPv4 address",
};

/**
 * Parses an IP literal; IPv4-mapped IPv6 (`::ffff:…`) becomes IPv4. The URL parser expands IPv6 first: ipaddr.js parses
 * `::8.8.8.8`, which a resolver can return, as 8.8.8.8.
 */
export function parseAddress(text: string): IpAddress | undefined {
  const version = isIP(text);
  if (!version) return undefined;
  if (version === 4) return ipaddr.IPv4.parse(text);
  const address = ipaddr.IPv6.parse(new URL(`http://[${text.split("%", 1)[0]}]`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

export const isLoopback = (address: IpAddress): boolean => address.range() === "loopback";

/** Addresses that always mean this machine. */
export const isThisMachine = (address: IpAddress): boolean => isLoopback(address) || address.range() === "unspecified";

/** Why an address is not public ("a private address"), or undefined when it is. */
export function describeSpecialAddress(address: IpAddress): string | undefined {
  if (address.toString() === AZURE_HOST) return "the host service of a cloud provider";
  const range = address.range();
  if (range !== "unicast") return WORDS[range] ?? "a reserved address";
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return "a reserved address";
  return undefined;
}

/** Normalizes a host: lower case, no brackets, no trailing dot, numbers such as `0x7f.1` as addresses. Undefined if invalid. */
export function normalizeHost(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (isIP(bare) === 6) return parseAddress(bare)?.toString();
  if (!bare || /[/?#@:\\\s{}]/.test(bare)) return undefined;
  return URL.parse(`http://${bare}`)?.hostname.replace(/\.$/, "") || undefined;
}

/** `host:port` in the form of OUTBOUND_ALLOW, with brackets around an IPv6 address. */
export const formatHostAndPort = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
