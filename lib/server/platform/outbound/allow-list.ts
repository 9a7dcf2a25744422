import ipaddr from "ipaddr.js";
import { type IpAddress, normalizeHost, parseAddress } from "./address";

/** Whether a special address may be reached under this name and port. */
type AllowList = (host: string, port: number, address: IpAddress) => boolean;

function parseEntry(entry: string): AllowList {
  const wrong = new Error(`OUTBOUND_ALLOW: “${entry}” isn't a host, host:port, address or CIDR range.`);
  if (entry.includes("/")) {
    if (!ipaddr.isValidCIDR(entry)) throw wrong;
    const range = ipaddr.parseCIDR(entry);
    return (_host, _port, address) => address.kind() === range[0].kind() && address.match(range);
  }
  const parts = parseAddress(entry) ? undefined : /^(.+?)(?::(\d{1,5}))?$/.exec(entry);
  const host = normalizeHost(parts?.[1] ?? entry);
  const onlyPort = parts?.[2] === undefined ? undefined : Number(parts[2]);
  if (!host || (onlyPort !== undefined && (onlyPort < 1 || onlyPort > 65_535))) throw wrong;
  const literal = parseAddress(host)?.toString();
  return (name, port, address) =>
    (onlyPort === undefined || onlyPort === port) && (literal ? literal === address.toString() : host === name);
}

/** Parses OUTBOUND_ALLOW. A name allows the addresses it resolves to, an address or range every name that resolves to it. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const rules = entries.map((entry) => parseEntry(entry.trim()));
  return (host, port, address) => rules.some((rule) => rule(host, port, address));
}
