import { OutboundError } from "../../../platform/outbound/outbound-error";
import { ConnectorError } from "../shared/errors";
import { findCause, toConnectorError } from "../shared/failure";
import type { ConnectorContext, Message, StreamChoice } from "../shared/types";
import { addSitemaps } from "./add-sitemaps";
import { Crawl, type Run } from "./crawl";
import { Frontier } from "./frontier";
import type { WebsiteSettings } from "./settings";
import { openSite, type Start } from "./start";
import { parseState, type WebsiteState } from "./state";

const STATE_EVERY = 20;
/** Consecutive failures after which the whole site is considered unavailable. */
const MAX_FAILURES = 10;

export async function* readWebsite(
  settings: WebsiteSettings,
  { mode }: StreamChoice,
  storedState: unknown,
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const state = parseState(storedState, settings);
  const previousPages = mode === "full" ? {} : state.before;
  const start = await openSite(settings, ctx);
  const { frontier, run } = await begin(start, settings, state, ctx);
  // However this read ends, the next one does not search for pages again.
  if (!state.run) yield { type: "state", state: { ...state, run: snapshot(run, frontier) } };
  const crawl = new Crawl(start, frontier, run, previousPages, settings, ctx);
  const emittedEarlier = Object.keys(run.now);
  let failures = 0;
  let visits = 0;
  while (Object.keys(run.now).length < settings.maxPages) {
    const next = frontier.next();
    if (!next) break;
    try {
      yield* crawl.visit(...next);
      failures = 0;
    } catch (error) {
      if (ctx.signal.aborted) throw error;
      const connectorError = toError(error);
      failures += connectorError.retryable ? 1 : 0;
      if (connectorError.kind === "rate_limit" || failures >= MAX_FAILURES) throw connectorError;
      // Its links are unknown.
      run.whole &&= run.mode === "sitemap";
      run.failed.push(next);
      yield { type: "failed", key: crawl.getKey(next[0]), title: null, uri: next[0], error: connectorError };
    }
    visits += 1;
    if (visits % STATE_EVERY === 0) yield { type: "state", state: { ...state, run: snapshot(run, frontier) } };
  }
  const emitted = Object.keys(run.now);
  if (emitted.length === 0) {
    const message = `No readable content was found at ${start.address}. Pages that are rendered by scripts in the browser can't be read.`;
    throw new ConnectorError("settings", message, { field: "url" });
  }
  if (emittedEarlier.length > 0) yield { type: "unchanged", keys: emittedEarlier };
  const complete = run.whole && frontier.size === 0;
  // Pages not reached this time remain known to the next read.
  const pages = complete ? run.now : { ...crawl.withoutDeleted(state.before), ...run.now };
  yield { type: "state", state: { ...state, before: pages, mode: run.mode, run: null } satisfies WebsiteState };
  yield { type: "end", complete };
}

/** Retries single pages that could not be read; their links are left to the next read. */
export async function* retryWebsitePages(
  settings: WebsiteSettings,
  _stream: StreamChoice,
  keys: string[],
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const start = await openSite(settings, ctx);
  const run: Run = { mode: "sitemap", todo: [], seen: [], failed: [], now: {}, whole: false };
  // No known hash, so that any page is emitted, as are deletions.
  const previousPages = Object.fromEntries(keys.map((key) => [key, { hash: "" }]));
  const crawl = new Crawl(start, new Frontier(settings), run, previousPages, settings, ctx);
  for (const key of keys) {
    if (start.site.resolve(key, start.address) !== key) continue;
    try {
      yield* crawl.visit(key, settings.maxDepth);
    } catch (error) {
      if (ctx.signal.aborted) throw error;
      const failure = toError(error);
      if (failure.kind === "rate_limit") throw failure;
      yield { type: "failed", key, title: null, uri: key, error: failure };
    }
  }
}

/** A copy that later reading does not change. */
const snapshot = (run: Run, frontier: Frontier): Run => ({
  ...run,
  ...frontier.getState(),
  now: { ...run.now },
  failed: [...run.failed],
});

async function begin(
  start: Start,
  settings: WebsiteSettings,
  { run: storedRun, mode }: WebsiteState,
  ctx: ConnectorContext,
): Promise<{ frontier: Frontier; run: Run }> {
  if (storedRun) {
    const todo = [...storedRun.failed, ...storedRun.todo];
    return { frontier: new Frontier(settings, todo, storedRun.seen), run: { ...storedRun, failed: [] } };
  }
  const frontier = new Frontier(settings);
  const run: Run = { mode: "sitemap", todo: [], seen: [], failed: [], now: {}, whole: true };
  if (settings.mode !== "crawl") {
    const result = await addSitemaps(start, settings, frontier, ctx);
    if (result.found) return { frontier, run: { ...run, whole: result.whole } };
    if (!result.whole && mode === "sitemap")
      throw new ConnectorError("unavailable", `The sitemap for ${start.site.origin} can't be read right now.`);
    if (settings.mode === "sitemap") {
      const says = `No sitemap with pages on ${start.site.origin} was found. Enter its URL, or follow links instead.`;
      throw new ConnectorError("settings", says, { field: "mode" });
    }
  }
  const startFrontier = new Frontier({ ...settings, include: [] });
  startFrontier.add(start.address, 0);
  return { frontier: new Frontier(settings, startFrontier.getState().todo), run: { ...run, mode: "crawl" } };
}

const toError = (error: unknown): ConnectorError => toConnectorError(findCause(error, OutboundError) ?? error, []);
