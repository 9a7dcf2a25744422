import { normalizeHost } from "../../../platform/outbound/address";

/** Whether a host is listed, or a subdomain of a listed `*.domain`. */
export function isAllowedHost(hostname: string, allowed: readonly string[]): boolean {
  const host = normalizeHost(hostname);
  if (!host) return false;
  return allowed.some((entry) => {
    if (!entry.startsWith("*.")) return normalizeHost(entry) === host;
    const domain = normalizeHost(entry.slice(2));
    return Boolean(domain) && host.endsWith(`.${domain}`);
  });
}
