import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { WebPage } from "../../parsing/formats/web-page";
import { parsePage } from "../../parsing/parse-file";
import { ParseError } from "../../parsing/shared/parse-error";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext, Message, RecordMessage } from "../shared/types";
import { isVariant, isWanted } from "./address";
import type { Frontier } from "./frontier";
import type { WebsiteSettings } from "./settings";
import type { Start } from "./start";
import type { Entry, WebsiteState } from "./state";
import type { Visit } from "./visit";

const MAX_HEADER_CHARS = 200;

export type Run = NonNullable<WebsiteState["run"]>;

/** Parsed in a separate process: untrusted HTML may take much time and memory. */
async function parseHtml(
  html: Buffer,
  address: string,
  headers: Headers,
  { owner, signal }: ConnectorContext,
): Promise<WebPage> {
  const [contentType, robots] = [headers.get("content-type"), headers.get("x-robots-tag")];
  try {
    return await parsePage({ html, address, contentType, robots }, owner, signal);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { retryable, problem, message, detail } = error;
    const isPlain = problem === "damaged" && detail === undefined;
    const sentence = isPlain ? message : "This page's structure can't be read.";
    throw new ConnectorError(retryable ? "unavailable" : "malformed", sentence, { cause: error });
  }
}

/** A header that is stored for every page. */
function getHeader(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  return value !== null && value.length <= MAX_HEADER_CHARS ? value : null;
}

const hashText = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** Visits URLs and emits their pages. */
export class Crawl {
  /** The page with this text, to skip duplicates. */
  readonly #byHash: Map<string, string>;
  readonly #deleted = new Set<string>();
  /** By requested URL, for pages with another canonical URL. */
  readonly #keys: Map<string, string>;

  constructor(
    private readonly start: Start,
    private readonly frontier: Frontier,
    private readonly run: Run,
    private readonly previousPages: Record<string, Entry>,
    private readonly settings: WebsiteSettings,
    private readonly ctx: ConnectorContext,
  ) {
    const aliases = Object.entries(previousPages).flatMap(([key, { from }]) => (from ? [[from, key] as const] : []));
    this.#keys = new Map(aliases);
    this.#byHash = new Map(Object.entries(run.now).map(([key, { hash }]) => [hash, key]));
  }

  /** The key under which the page at this URL was emitted. */
  getKey(address: string): string {
    return this.#keys.get(address) ?? address;
  }

  async *visit(address: string, depth: number): AsyncGenerator<Message> {
    if (!this.start.mayVisit(address)) return;
    // A crawl needs the page's links even if it is unchanged.
    const previousKey = this.getKey(address);
    const previous = this.run.mode === "sitemap" ? this.previousPages[previousKey] : undefined;
    const visit = await this.start.visitor.visit(address, previous);
    if (visit.kind === "redirect") {
      const target = this.start.site.resolve(visit.to, address);
      if (target) this.frontier.add(target, depth);
    } else if (visit.kind === "unchanged" && previous) {
      this.run.now[previousKey] = previous;
      this.#byHash.set(previous.hash, previousKey);
      yield { type: "unchanged", keys: [previousKey] };
    } else if (visit.kind === "gone") {
      this.#deleted.add(previousKey);
      if (this.previousPages[previousKey]) yield { type: "deleted", key: previousKey };
    } else if (visit.kind === "file") yield* this.#file(address, visit);
    else if (visit.kind === "page") yield* this.#page(address, depth, visit);
  }

  /** Known pages without those known to be deleted. */
  withoutDeleted(known: Record<string, Entry>): Record<string, Entry> {
    return Object.fromEntries(Object.entries(known).filter(([key]) => !this.#deleted.has(key)));
  }

  async *#file(address: string, { path, filename, hash, headers }: Visit & { kind: "file" }): AsyncGenerator<Message> {
    const message: RecordMessage = { type: "record", key: address, title: null, uri: address, data: null };
    const emitted = this.#toMessage(address, hash, headers, { ...message, title: filename, file: { path, filename } });
    if (emitted?.type !== "record") await rm(path, { force: true });
    if (emitted) yield emitted;
  }

  async *#page(address: string, depth: number, { html, headers }: Visit & { kind: "page" }): AsyncGenerator<Message> {
    const page = await parseHtml(html, address, headers, this.ctx);
    if (page.follow && this.run.mode === "crawl" && depth < this.settings.maxDepth)
      for (const link of page.links) {
        const resolved = this.start.site.resolve(link, page.base);
        if (resolved) this.frontier.add(resolved, depth + 1);
      }
    if (!page.index || page.text === "" || !isWanted(address, this.settings)) return;
    const { title, description, language, text } = page;
    const key = this.#findKey(address, page);
    if (key === undefined) return;
    const data = { url: key, title, description, language };
    const message: RecordMessage = { type: "record", key, title: title ?? key, uri: key, data, text };
    const emitted = this.#toMessage(key, hashText(JSON.stringify([title, text])), headers, message);
    const entry = this.run.now[key];
    if (emitted && entry && key !== address) entry.from = address;
    if (emitted) yield emitted;
  }

  /** A page's canonical URL, unless that is plainly another page; undefined when it was already emitted. */
  #findKey(address: string, { canonical, base }: WebPage): string | undefined {
    const canonicalUrl = canonical === null ? undefined : this.start.site.resolve(canonical, base);
    if (canonicalUrl === undefined || canonicalUrl === address) return address;
    if (this.run.now[canonicalUrl]) return isVariant(canonicalUrl, address) ? undefined : address;
    this.frontier.markSeen(canonicalUrl);
    return canonicalUrl;
  }

  #toMessage(key: string, hash: string, headers: Headers, message: RecordMessage): Message | undefined {
    if (this.run.now[key] || this.#byHash.has(hash)) return undefined;
    const [etag, modified] = [getHeader(headers, "etag"), getHeader(headers, "last-modified")];
    this.run.now[key] = { hash, ...(etag ? { etag } : {}), ...(modified ? { modified } : {}) };
    this.#byHash.set(hash, key);
    if (this.previousPages[key]?.hash === hash) return { type: "unchanged", keys: [key] };
    const at = modified === null ? Number.NaN : Date.parse(modified);
    return Number.isNaN(at) ? message : { ...message, updatedAt: new Date(at) };
  }
}
