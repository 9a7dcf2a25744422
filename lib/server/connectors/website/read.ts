import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { WebPage } from "../../knowledge/parsing/formats/web-page";
import { ParseError } from "../../knowledge/parsing/parse-error";
import { parsePage } from "../../knowledge/parsing/parse-file";
import { OutboundError } from "../../outbound/outbound-error";
import { ConnectorError } from "../errors";
import { causeOf, connectorFailure } from "../failure";
import type { ConnectorContext, Message, RecordMessage, StreamChoice } from "../types";
import { addSitemaps } from "./add-sitemaps";
import { isVariant, isWanted } from "./address";
import { Frontier } from "./frontier";
import type { WebsiteSettings } from "./settings";
import { type Start, startOf } from "./start";
import { type Entry, stateOf, type WebsiteState } from "./state";
import type { Visit } from "./visit";

const STATE_EVERY = 20;
/** One after the other: then it is the site, not its pages. */
const MAX_FAILURES = 10;
const MAX_NOTED = 200;

type Run = NonNullable<WebsiteState["run"]>;

export async function* readWebsite(
  settings: WebsiteSettings,
  { mode }: StreamChoice,
  kept: unknown,
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const state = stateOf(kept, settings);
  const before = mode === "full" ? {} : state.before;
  const start = await startOf(settings, ctx);
  const { frontier, run } = await begin(start, settings, state, ctx);
  // Whatever ends this read, the next one does not look for its pages again.
  if (!state.run) yield { type: "state", state: { ...state, run: snapshot(run, frontier) } };
  const crawl = new Crawl(start, frontier, run, before, settings, ctx);
  const earlier = Object.keys(run.now);
  let failures = 0;
  let visits = 0;
  while (Object.keys(run.now).length < settings.maxPages) {
    const next = frontier.take();
    if (!next) break;
    try {
      yield* crawl.visit(...next);
      failures = 0;
    } catch (error) {
      if (ctx.signal.aborted) throw error;
      const failure = failureOf(error);
      failures += failure.retryable ? 1 : 0;
      if (failure.kind === "rate_limit" || failures >= MAX_FAILURES) throw failure;
      // What it links to is not known now.
      run.whole &&= run.mode === "sitemap";
      run.failed.push(next);
      yield { type: "failed", key: crawl.keyOf(next[0]), title: null, uri: next[0], error: failure };
    }
    visits += 1;
    if (visits % STATE_EVERY === 0) yield { type: "state", state: { ...state, run: snapshot(run, frontier) } };
  }
  const told = Object.keys(run.now);
  if (told.length === 0) {
    const says = `Nothing to read was found at ${start.address}. Pages that are made by scripts in the browser cannot be read.`;
    throw new ConnectorError("settings", says, { field: "url" });
  }
  if (earlier.length > 0) yield { type: "unchanged", keys: earlier };
  const complete = run.whole && frontier.left === 0;
  // What was not come to this time is still known by the next one.
  const after = complete ? run.now : { ...crawl.remaining(state.before), ...run.now };
  yield { type: "state", state: { ...state, before: after, mode: run.mode, run: null } satisfies WebsiteState };
  yield { type: "end", complete };
}

/** Pages once more that could not be read, each by itself: what it links to is left to the next read. */
export async function* againFromWebsite(
  settings: WebsiteSettings,
  _stream: StreamChoice,
  keys: string[],
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const start = await startOf(settings, ctx);
  const run: Run = { mode: "sitemap", todo: [], seen: [], failed: [], now: {}, whole: false };
  // Of no text: whatever comes is told, and what is not there any more too.
  const before = Object.fromEntries(keys.map((key) => [key, { hash: "" }]));
  const crawl = new Crawl(start, new Frontier(settings), run, before, settings, ctx);
  for (const key of keys) {
    if (start.site.own(key, start.address) !== key) continue;
    try {
      yield* crawl.visit(key, settings.maxDepth);
    } catch (error) {
      if (ctx.signal.aborted) throw error;
      const failure = failureOf(error);
      if (failure.kind === "rate_limit") throw failure;
      yield { type: "failed", key, title: null, uri: key, error: failure };
    }
  }
}

/** What is told stays as it was, whatever is read after it. */
const snapshot = (run: Run, frontier: Frontier): Run => ({
  ...run,
  ...frontier.kept(),
  now: { ...run.now },
  failed: [...run.failed],
});

async function begin(
  start: Start,
  settings: WebsiteSettings,
  { run: kept, mode }: WebsiteState,
  ctx: ConnectorContext,
): Promise<{ frontier: Frontier; run: Run }> {
  if (kept) {
    const todo = [...kept.failed, ...kept.todo];
    return { frontier: new Frontier(settings, todo, kept.seen), run: { ...kept, failed: [] } };
  }
  const frontier = new Frontier(settings);
  const run: Run = { mode: "sitemap", todo: [], seen: [], failed: [], now: {}, whole: true };
  if (settings.mode !== "crawl") {
    const listed = await addSitemaps(start, settings, frontier, ctx);
    if (listed.found) return { frontier, run: { ...run, whole: listed.whole } };
    if (!listed.whole && mode === "sitemap")
      throw new ConnectorError("unavailable", `The sitemap of ${start.site.origin} cannot be read for now.`);
    if (settings.mode === "sitemap") {
      const says = `No sitemap with pages of ${start.site.origin} was found. Enter its address, or have links followed.`;
      throw new ConnectorError("settings", says, { field: "mode" });
    }
  }
  const crawled = new Frontier({ ...settings, include: [] });
  crawled.add(start.address, 0);
  return { frontier: new Frontier(settings, crawled.kept().todo), run: { ...run, mode: "crawl" } };
}

const failureOf = (error: unknown): ConnectorError => connectorFailure(causeOf(error, OutboundError) ?? error, []);

/** Read in a process of its own: what people write may take long, and needs much. */
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

/** A header that is kept for every page. */
function noted(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  return value !== null && value.length <= MAX_NOTED ? value : null;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** Visits addresses and says what they are. */
class Crawl {
  /** Which page has this text, so that the same does not come twice. */
  readonly #byHash: Map<string, string>;
  readonly #gone = new Set<string>();
  /** By the address that is asked, where a page has another. */
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

  /** What a page at this address was told as. */
  keyOf(address: string): string {
    return this.#keys.get(address) ?? address;
  }

  async *visit(address: string, depth: number): AsyncGenerator<Message> {
    if (!this.start.mayVisit(address)) return;
    // A crawl needs the page for its links, changed or not.
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

  /** Of what was known, all but what is known to be gone. */
  remaining(known: Record<string, Entry>): Record<string, Entry> {
    return Object.fromEntries(Object.entries(known).filter(([key]) => !this.#gone.has(key)));
  }

  async *#file(address: string, { path, filename, hash, headers }: Visit & { kind: "file" }): AsyncGenerator<Message> {
    const message: RecordMessage = { type: "record", key: address, title: null, uri: address, data: null };
    const told = this.#tell(address, hash, headers, { ...message, title: filename, file: { path, filename } });
    if (told?.type !== "record") await rm(path, { force: true });
    if (told) yield told;
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
    const told = this.#tell(key, hashOf(JSON.stringify([title, text])), headers, message);
    const entry = this.run.now[key];
    if (told && entry && key !== address) entry.from = address;
    if (told) yield told;
  }

  /** The address that a page calls its own, unless that is plainly another page; undefined when it came already. */
  #ownKey(address: string, { canonical, base }: WebPage): string | undefined {
    const own = canonical === null ? undefined : this.start.site.own(canonical, base);
    if (own === undefined || own === address) return address;
    if (this.run.now[own]) return isVariant(own, address) ? undefined : address;
    this.frontier.know(own);
    return own;
  }

  #tell(key: string, hash: string, headers: Headers, message: RecordMessage): Message | undefined {
    if (this.run.now[key] || this.#byHash.has(hash)) return undefined;
    const [etag, modified] = [noted(headers, "etag"), noted(headers, "last-modified")];
    this.run.now[key] = { hash, ...(etag ? { etag } : {}), ...(modified ? { modified } : {}) };
    this.#byHash.set(hash, key);
    if (this.before[key]?.hash === hash) return { type: "unchanged", keys: [key] };
    const at = modified === null ? Number.NaN : Date.parse(modified);
    return Number.isNaN(at) ? message : { ...message, updatedAt: new Date(at) };
  }
}
