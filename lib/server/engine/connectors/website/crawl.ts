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

const MAX_NOTED = 200;

export type Run = NonNullable<WebsiteState["run"]>;

/** Parsed in a separate process: untrusted HTML may take much time and memory. */
async function pageOf(
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
    const sentence = isPlain ? message : "The page is built in a way that cannot be read.";
    throw new ConnectorError(retryable ? "unavailable" : "malformed", sentence, { cause: error });
  }
}

/** A header that is stored for every page. */
function noted(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  return value !== null && value.length <= MAX_NOTED ? value : null;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** Visits URLs and emits their pages. */
export class Crawl {
  /** The page with this text, to skip duplicates. */
  readonly #byHash: Map<string, string>;
  readonly #gone = new Set<string>();
  /** By requested URL, for pages with another canonical URL. */
  readonly #keys: Map<string, string>;

  constructor(
    private readonly start: Start,
    private readonly frontier: Frontier,
    private readonly run: Run,
    private readonly before: Record<string, Entry>,
    private readonly settings: WebsiteSettings,
    private readonly ctx: ConnectorContext,
  ) {
    const aliases = Object.entries(before).flatMap(([key, { from }]) => (from ? [[from, key] as const] : []));
    this.#keys = new Map(aliases);
    this.#byHash = new Map(Object.entries(run.now).map(([key, { hash }]) => [hash, key]));
  }

  /** The key under which the page at this URL was emitted. */
  keyOf(address: string): string {
    return this.#keys.get(address) ?? address;
  }

  async *visit(address: string, depth: number): AsyncGenerator<Message> {
    if (!this.start.mayVisit(address)) return;
    // A crawl needs the page's links even if it is unchanged.
    const before = this.keyOf(address);
    const known = this.run.mode === "sitemap" ? this.before[before] : undefined;
    const visit = await this.start.visitor.visit(address, known);
    if (visit.kind === "redirect") {
      const to = this.start.site.own(visit.to, address);
      if (to) this.frontier.add(to, depth);
    } else if (visit.kind === "unchanged" && known) {
      this.run.now[before] = known;
      this.#byHash.set(known.hash, before);
      yield { type: "unchanged", keys: [before] };
    } else if (visit.kind === "gone") {
      this.#gone.add(before);
      if (this.before[before]) yield { type: "deleted", key: before };
    } else if (visit.kind === "file") yield* this.#file(address, visit);
    else if (visit.kind === "page") yield* this.#page(address, depth, visit);
  }

  /** Known pages without those known to be deleted. */
  remaining(known: Record<string, Entry>): Record<string, Entry> {
    return Object.fromEntries(Object.entries(known).filter(([key]) => !this.#gone.has(key)));
  }

  async *#file(address: string, { path, filename, hash, headers }: Visit & { kind: "file" }): AsyncGenerator<Message> {
    const message: RecordMessage = { type: "record", key: address, title: null, uri: address, data: null };
    const emitted = this.#messageOf(address, hash, headers, { ...message, title: filename, file: { path, filename } });
    if (emitted?.type !== "record") await rm(path, { force: true });
    if (emitted) yield emitted;
  }

  async *#page(address: string, depth: number, { html, headers }: Visit & { kind: "page" }): AsyncGenerator<Message> {
    const page = await pageOf(html, address, headers, this.ctx);
    if (page.follow && this.run.mode === "crawl" && depth < this.settings.maxDepth)
      for (const link of page.links) {
        const own = this.start.site.own(link, page.base);
        if (own) this.frontier.add(own, depth + 1);
      }
    if (!page.index || page.text === "" || !isWanted(address, this.settings)) return;
    const { title, description, language, text } = page;
    const key = this.#ownKey(address, page);
    if (key === undefined) return;
    const data = { url: key, title, description, language };
    const message: RecordMessage = { type: "record", key, title: title ?? key, uri: key, data, text };
    const emitted = this.#messageOf(key, hashOf(JSON.stringify([title, text])), headers, message);
    const entry = this.run.now[key];
    if (emitted && entry && key !== address) entry.from = address;
    if (emitted) yield emitted;
  }

  /** A page's canonical URL, unless that is plainly another page; undefined when it was already emitted. */
  #ownKey(address: string, { canonical, base }: WebPage): string | undefined {
    const own = canonical === null ? undefined : this.start.site.own(canonical, base);
    if (own === undefined || own === address) return address;
    if (this.run.now[own]) return isVariant(own, address) ? undefined : address;
    this.frontier.know(own);
    return own;
  }

  #messageOf(key: string, hash: string, headers: Headers, message: RecordMessage): Message | undefined {
    if (this.run.now[key] || this.#byHash.has(hash)) return undefined;
    const [etag, modified] = [noted(headers, "etag"), noted(headers, "last-modified")];
    this.run.now[key] = { hash, ...(etag ? { etag } : {}), ...(modified ? { modified } : {}) };
    this.#byHash.set(hash, key);
    if (this.before[key]?.hash === hash) return { type: "unchanged", keys: [key] };
    const at = modified === null ? Number.NaN : Date.parse(modified);
    return Number.isNaN(at) ? message : { ...message, updatedAt: new Date(at) };
  }
}
