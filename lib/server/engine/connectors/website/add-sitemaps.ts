import { rm } from "node:fs/promises";
import { IsolatedPool } from "../../../platform/isolated/isolated-pool";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import { singleton } from "../../../platform/process/registry";
import { saveBody } from "../shared/download";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext } from "../shared/types";
import type { Frontier } from "./frontier";
import type { WebsiteSettings } from "./settings";
import type { SitemapJob, SitemapReply } from "./sitemap";
import type { Start } from "./start";

/** Per read, including those named by indexes. */
const MAX_SITEMAPS = 200;
/** Nesting of indexes. The protocol allows none. */
const MAX_DEPTH = 3;
/** Of one sitemap as transferred. */
const MAX_COMPRESSED_BYTES = 50 * 1024 * 1024;
/** Decompressed, of all sitemaps of one read. */
const MAX_BYTES = 250 * 1024 * 1024;

const limits = { timeMs: 20_000, heapMb: 256, running: 2, perTeam: 1, waiting: 20 };

const getPool = () =>
  singleton("sitemaps", () => {
    const entry = "lib/server/engine/connectors/website/sitemap-worker.ts";
    return new IsolatedPool<SitemapJob, SitemapReply>(entry, limits);
  });

interface SitemapResult {
  found: boolean;
  /** False when a part could not be read. */
  whole: boolean;
}

async function* limitBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let remaining = MAX_COMPRESSED_BYTES;
  for await (const part of body) {
    yield part.subarray(0, remaining);
    remaining -= part.byteLength;
    if (remaining <= 0) return;
  }
}

/** Reads a sitemap in a separate process. */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  job: Omit<SitemapJob, "path">,
  ctx: ConnectorContext,
): Promise<SitemapReply> {
  const { path } = await saveBody(limitBytes(body), "sitemap", { ...ctx, maxFileBytes: MAX_COMPRESSED_BYTES });
  try {
    return await getPool().run(ctx.owner, { ...job, path }, ctx.signal);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    if (error.failure === "busy" || error.failure === "start")
      throw new ConnectorError("unavailable", `The sitemap ${job.address} can't be read right now: ${error.message}`);
    return { pages: [], sitemaps: [], bytes: 0, whole: false };
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Fills the frontier from the site's sitemaps, following indexes, until there are enough pages or a limit is reached. Whatever
 * was found by then is used.
 */
export async function addSitemaps(
  start: Start,
  settings: WebsiteSettings,
  frontier: Frontier,
  ctx: ConnectorContext,
): Promise<SitemapResult> {
  const { site, visitor } = start;
  const isSitemap = /\.(xml|xml\.gz|txt)$/i.test(new URL(start.address).pathname);
  const candidates = isSitemap ? [start.address] : start.sitemaps;
  const initial = candidates.length > 0 ? candidates : ["/sitemap.xml"];
  const queue: { address: string; depth: number }[] = [];
  const seen = new Set<string>();
  const result: SitemapResult = { found: false, whole: true };
  const enqueue = (address: string, depth: number): void => {
    const url = URL.parse(address, site.origin);
    if (!url || !/^https?:$/.test(url.protocol) || seen.has(url.href)) return;
    if (seen.size >= MAX_SITEMAPS || depth > MAX_DEPTH) {
      result.whole = false;
      return;
    }
    seen.add(url.href);
    queue.push({ address: url.href, depth });
  };
  for (const address of initial) enqueue(address, 0);
  let bytes = 0;
  // Grows during iteration, up to MAX_SITEMAPS.
  for (const { address, depth } of queue) {
    if (bytes > MAX_BYTES) return { ...result, whole: false };
    try {
      const response = await visitor.request(address);
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        result.whole &&= response.status < 500 && response.status !== 429;
        continue;
      }
      const { include, exclude } = settings;
      const request = { address, origin: site.origin, include, exclude };
      // Requests more than needed, because some are rejected.
      const maxCounts = { maxPages: settings.maxPages * 2, maxSitemaps: MAX_SITEMAPS };
      const parsedSitemap = await readBody(response.body, { ...request, ...maxCounts }, ctx);
      bytes += parsedSitemap.bytes;
      result.whole &&= parsedSitemap.whole;
      for (const page of parsedSitemap.pages) {
        if (frontier.size >= settings.maxPages) return { found: true, whole: false };
        if (frontier.add(page, 0)) result.found = true;
      }
      for (const sitemap of parsedSitemap.sitemaps) enqueue(sitemap, depth + 1);
    } catch (error) {
      if (error instanceof ConnectorError || ctx.signal.aborted) throw error;
      result.whole = false;
    }
  }
  return result;
}
