import { ConnectorError } from "../errors";
import { isWanted } from "./address";
import type { WebsiteSettings } from "./settings";
import { sitemapEntries } from "./sitemap";
import type { Start } from "./start";

const MAX_SITEMAPS = 200;
/** Pages that differ in their parameters alone; more of them is a trap, such as a calendar. */
const MAX_VARIANTS = 50;
/** So many times more addresses than pages are remembered. */
const MAX_KNOWN = 4;

/** What is still to be visited, nearest first, each address once. */
export class Frontier {
  readonly #seen: Set<string>;
  readonly #variants = new Map<string, number>();
  #todo: [address: string, depth: number][];
  #next = 0;

  constructor(
    private readonly settings: WebsiteSettings,
    todo: [string, number][] = [],
    seen: string[] = [],
  ) {
    this.#todo = todo;
    this.#seen = new Set([...seen, ...todo.map(([address]) => address)]);
  }

  /** False when it is known already, unwanted or one too many. */
  add(address: string, depth: number): boolean {
    if (this.#seen.has(address) || this.#seen.size >= this.settings.maxPages * MAX_KNOWN) return false;
    if (!isWanted(address, this.settings)) return false;
    const path = address.split("?")[0] ?? "";
    const variants = (this.#variants.get(path) ?? 0) + 1;
    this.#variants.set(path, variants);
    if (variants > MAX_VARIANTS) return false;
    this.#seen.add(address);
    this.#todo.push([address, depth]);
    return true;
  }

  /** It was come to by another way. */
  know(address: string): void {
    this.#seen.add(address);
  }

  take(): [address: string, depth: number] | undefined {
    const next = this.#todo[this.#next];
    this.#next += next ? 1 : 0;
    return next;
  }

  get left(): number {
    return this.#todo.length - this.#next;
  }

  /** What is to be kept to continue from here. */
  kept(): { todo: [string, number][]; seen: string[] } {
    this.#todo = this.#todo.slice(this.#next);
    this.#next = 0;
    const waiting = new Set(this.#todo.map(([address]) => address));
    return { todo: [...this.#todo], seen: [...this.#seen].filter((address) => !waiting.has(address)) };
  }
}

interface Listed {
  found: boolean;
  /** False when a part of it could not be read. */
  whole: boolean;
}

/** Fills the frontier from the site's sitemaps, through indexes of them, until there are as many pages as wanted. */
export async function addSitemaps(start: Start, settings: WebsiteSettings, frontier: Frontier): Promise<Listed> {
  const isSitemap = /\.(xml|xml\.gz|txt)$/i.test(new URL(start.address).pathname);
  const named = isSitemap ? [start.address] : start.sitemaps;
  const queue = named.length > 0 ? [...named] : [new URL("/sitemap.xml", start.site.origin).href];
  const visited = new Set<string>();
  let found = 0;
  let whole = true;
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const url = URL.parse(address, start.site.origin);
    if (!url || !/^https?:$/.test(url.protocol) || visited.has(url.href)) continue;
    if (visited.size >= MAX_SITEMAPS) return { found: found > 0, whole: false };
    visited.add(url.href);
    try {
      const answer = await start.visitor.ask(url.href);
      if (!answer.ok || !answer.body) {
        await answer.body?.cancel();
        whole &&= answer.status < 500 && answer.status !== 429;
        continue;
      }
      for await (const entry of sitemapEntries(answer.body)) {
        if (entry.kind === "sitemap") queue.push(entry.address);
        else {
          const own = start.site.own(entry.address, url.href);
          if (own && frontier.add(own, 0)) found += 1;
        }
        if (frontier.left >= settings.maxPages) return { found: true, whole: false };
      }
    } catch (error) {
      if (error instanceof ConnectorError) throw error;
      whole = false;
    }
  }
  return { found: found > 0, whole };
}
