import { ConnectorError } from "../shared/errors";
import { failureOfStatus } from "../shared/failure";
import type { ConnectorContext } from "../shared/types";
import { isSameHouse, MAX_LENGTH, MAX_REFERENCE, Site, spelled } from "./address";
import { AGENT, robotsFor } from "./robots";
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
async function followed(visitor: Visitor, from: string): Promise<URL> {
  let url = spelled(new URL(from));
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await visitor.ask(url.href);
    await answer.body?.cancel();
    const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    if (to === null) {
      if (!answer.ok) throw failureOfStatus({ service: url.host, status: answer.status, headers: answer.headers });
      return url;
    }
    const next = URL.parse(to, url);
    if (!next) break;
    if (!isSameHouse(url.hostname, next.hostname)) {
      const says = `${url.host} redirects to ${next.host}. Enter that address if it is the site that you mean.`;
      throw new ConnectorError("settings", says, { field: "url" });
    }
    if (to.length > MAX_REFERENCE || next.href.length > MAX_LENGTH) {
      const says = `${url.host} redirects to an address of more than ${MAX_LENGTH.toLocaleString("en")} characters.`;
      throw new ConnectorError("settings", says, { field: "url" });
    }
    url = spelled(next);
  }
  throw new ConnectorError("settings", `${url.host} redirects too often.`, { field: "url" });
}

/** Fetches robots.txt. A missing file allows everything; a temporary failure allows nothing, so that it is retried later. */
async function robotsOf(visitor: Visitor, origin: string): Promise<string> {
  let url = new URL("/robots.txt", origin);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await visitor.ask(url.href);
    const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    const next = to === null ? null : URL.parse(to, url);
    if (answer.ok) {
      const decoder = new TextDecoder();
      let text = "";
      for await (const part of answer.body ?? []) {
        text += decoder.decode(part, { stream: true });
        if (text.length > MAX_ROBOTS) break;
      }
      return text.slice(0, MAX_ROBOTS);
    }
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429) {
      const { message, retryAfterMs } = failureOfStatus({
        service: url.host,
        status: answer.status,
        headers: answer.headers,
      });
      throw new ConnectorError("unavailable", `The site's robots.txt cannot be read for now. ${message}`, {
        retryAfterMs,
      });
    }
    if (!next) return "";
    url = next;
  }
  return "";
}

/** Everything that a read starts with: the site's URL and its rules. */
export async function startOf(settings: WebsiteSettings, ctx: ConnectorContext): Promise<Start> {
  const first = new Visitor(ctx, { pauseMs: settings.delayMs, files: false });
  const address = await followed(first, settings.url);
  const site = new Site(address);
  const robots = robotsFor(new URL("/robots.txt", site.origin).href, await robotsOf(first, site.origin));
  const mayVisit = (one: string): boolean => robots.isAllowed(one, AGENT) !== false;
  if (!mayVisit(address.href)) {
    const says = `${address.host} does not want this address to be read by programs (robots.txt). Ask its owner, or choose another address.`;
    throw new ConnectorError("permission", says, { field: "url" });
  }
  const asked = (robots.getCrawlDelay(AGENT) ?? 0) * 1_000;
  const pauseMs = Math.max(settings.delayMs, Math.min(MAX_PAUSE_MS, asked));
  const visitor = new Visitor(ctx, { pauseMs, files: settings.files });
  return { site, address: address.href, visitor, sitemaps: robots.getSitemaps(), mayVisit };
}
