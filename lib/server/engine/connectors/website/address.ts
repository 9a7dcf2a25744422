/** Of a visited URL. */
export const MAX_LENGTH = 1_000;
/** Of a reference in a page, before normalization. */
export const MAX_REFERENCE = 4_000;
/** Tracking parameters, which do not select content. */
const TRACKING =
  /^(utm_.+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|_hs(enc|mi)|phpsessid|jsessionid|sid|sessionid)$/i;
const UNRESERVED = /%(2d|2e|5f|7e|3[0-9]|[46][1-9a-f]|[57][0-9a])/gi;

/** File types that are neither pages nor documents; never requested. */
const NO_PAGE =
  /\.(avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|mp[34]|m4[av]|mov|avi|webm|og[gv]|wav|flac|css|m?js|map|json|xml|rss|atom|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|pkg|deb|rpm|apk|iso|bin|jar|ics|vcf)$/i;

/** Normalizes a URL: no fragment, no tracking, sorted parameters. */
export function normalizeUrl(address: URL): URL {
  const url = new URL(address);
  url.hash = "";
  url.username = "";
  url.password = "";
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  url.pathname = url.pathname
    .replace(/;jsessionid=[^/]*/gi, "")
    .replace(UNRESERVED, (code) => decodeURIComponent(code))
    .replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase());
  return url;
}

/** One host, over http or https. */
export class Site {
  readonly #start: URL;

  constructor(start: URL) {
    this.#start = start;
  }

  get origin(): string {
    return this.#start.origin;
  }

  /** The normalized URL of a reference within this site, or undefined. */
  resolve(reference: string, base: string): string | undefined {
    if (reference.length > MAX_REFERENCE || base.length > MAX_REFERENCE) return undefined;
    const url = URL.parse(reference.trim(), base);
    if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
    if (!url.port && !this.#start.port) url.protocol = this.#start.protocol;
    if (url.origin !== this.#start.origin) return undefined;
    const { href } = normalizeUrl(url);
    return href.length > MAX_LENGTH ? undefined : href;
  }
}

/** `www.` or another subdomain of the same domain: where a start URL may redirect to. */
export function isSameDomain(one: string, other: string): boolean {
  const [short = "", long = ""] = [one, other].sort((a, b) => a.length - b.length);
  return short === long || (short.includes(".") && long.endsWith(`.${short}`));
}

const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);

export function isWanted(address: string, { include, exclude }: { include: string[]; exclude: string[] }): boolean {
  const { pathname } = new URL(address);
  if (NO_PAGE.test(pathname)) return false;
  if (include.length > 0 && !include.some((prefix) => isBelow(pathname, prefix))) return false;
  return !exclude.some((prefix) => isBelow(pathname, prefix));
}

/** Equal except for parameters and a trailing slash. */
export function isVariant(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.origin === b.origin && a.pathname.replace(/\/$/, "") === b.pathname.replace(/\/$/, "");
}
