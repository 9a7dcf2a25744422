import { normaliseHost } from "../outbound/address";

/** May this host be called: it is named, or it lies below a domain that is named as `*.domain`. */
export function isAllowedHost(hostname: string, allowed: readonly string[]): boolean {
  const host = normaliseHost(hostname);
  if (!host) return false;
  return allowed.some((entry) => {
    if (!entry.startsWith("*.")) return normaliseHost(entry) === host;
    const domain = normaliseHost(entry.slice(2));
    return Boolean(domain) && host.endsWith(`.${domain}`);
  });
}
