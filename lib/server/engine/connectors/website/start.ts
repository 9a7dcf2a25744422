import { ConnectorError } from "../shared/errors";
import { toStatusError } from "../shared/failure";
import type { ConnectorContext } from "../shared/types";
import { isSameDomain, MAX_LENGTH, MAX_REFERENCE, normalizeUrl, Site } from "./address";
import { AGENT, parseRobots } from "./robots";
import type { WebsiteSettings } from "./settings";
import { Visitor } from "./visit";

const MAX_REDIRECTS = 5;
/** Of a robots.txt. Longer ones are truncated. */
const MAX_ROBOTS = 64 * 1024;
const MAX_PAUSE_MS = 30_000;

export interface Start {
  site: Site;
  /** The final URL after redirects. */
  address: string;
  visitor: Visitor;
  sitemaps: string[];
  mayVisit: (address: string) => boolean;
}

/** Follows redirects within the same domain; another domain must be named by the user. */
async function followRedirects(visitor: Visitor, from: string): Promise<URL> {
  let url = normalizeUrl(new URL(from));
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await visitor.request(url.href);
    await response.body?.cancel();
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (location === null) {
      if (!response.ok) throw toStatusError({ service: url.host, status: response.status, headers: response.headers });
      return url;
    }
    const target = URL.parse(location, url);
    if (!target) break;
    if (!isSameDomain(url.hostname, target.hostname)) {
      const message = `${url.host} redirects to ${target.host}. Enter that URL if it is the correct site.`;
      throw new ConnectorError("settings", message, { field: "url" });
    }
    if (location.length > MAX_REFERENCE || target.href.length > MAX_LENGTH) {
      const message = `${url.host} redirects to a URL that is longer than ${MAX_LENGTH.toLocaleString("en")} characters.`;
      throw new ConnectorError("settings", message, { field: "url" });
    }
    url = normalizeUrl(target);
  }
  throw new ConnectorError("settings", `${url.host} redirects too many times.`, { field: "url" });
}

/** Fetches robots.txt. A missing file allows everything; a temporary failure allows nothing, so that it is retried later. */
async function fetchRobots(visitor: Visitor, origin: string): Promise<string> {
  let url = new URL("/robots.txt", origin);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await visitor.request(url.href);
    const to = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    const next = to === null ? null : URL.parse(to, url);
    if (response.ok) {
      const decoder = new TextDecoder();
      let text = "";
      for await (const part of response.body ?? []) {
        text += decoder.decode(part, { stream: true });
        if (text.length > MAX_ROBOTS) break;
      }
      return text.slice(0, MAX_ROBOTS);
    }
    await response.body?.cancel();
    if (response.status >= 500 || response.status === 429) {
      const { message, retryAfterMs } = toStatusError({
        service: url.host,
        status: response.status,
        headers: response.headers,
      });
      throw new ConnectorError("unavailable", `The site's robots.txt can't be read right now. ${message}`, {
        retryAfterMs,
      });
    }
    if (!next) return "";
    url = next;
  }
  return "";
}

/** Everything that a read starts with: the site's URL and its rules. */
export async function openSite(settings: WebsiteSettings, ctx: ConnectorContext): Promise<Start> {
  const initialVisitor = new Visitor(ctx, { pauseMs: settings.delayMs, files: false });
  const address = await followRedirects(initialVisitor, settings.url);
  const site = new Site(address);
  const robots = parseRobots(new URL("/robots.txt", site.origin).href, await fetchRobots(initialVisitor, site.origin));
  const mayVisit = (url: string): boolean => robots.isAllowed(url, AGENT) !== false;
  if (!mayVisit(address.href)) {
    const message = `${address.host} doesn't allow automated access to this URL (robots.txt). Ask the site's owner, or enter another URL.`;
    throw new ConnectorError("permission", message, { field: "url" });
  }
  const crawlDelayMs = (robots.getCrawlDelay(AGENT) ?? 0) * 1_000;
  const pauseMs = Math.max(settings.delayMs, Math.min(MAX_PAUSE_MS, crawlDelayMs));
  const visitor = new Visitor(ctx, { pauseMs, files: settings.files });
  return { site, address: address.href, visitor, sitemaps: robots.getSitemaps(), mayVisit };
}
