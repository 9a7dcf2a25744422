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
const MAX_PACKED = 50 * 1024 * 1024;
/** Decompressed, of all sitemaps of one read. */
const MAX_BYTES = 250 * 1024 * 1024;

const limits = { timeMs: 20_000, heapMb: 256, running: 2, perTeam: 1, waiting: 20 };

const pool = () =>
  singleton("sitemaps", () => {
    const entry = "lib/server/engine/connectors/website/sitemap-worker.ts";
    return new IsolatedPool<SitemapJob, SitemapReply>(entry, limits);
  });

interface Listed {
  found: boolean;
  /** False when a part could not be read. */
  whole: boolean;
}

async function* beginning(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = MAX_PACKED;
  for await (const part of body) {
    yield part.subarray(0, left);
    left -= part.byteLength;
    if (left <= 0) return;
  }
}

/** Reads a sitemap in a separate process. */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  job: Omit<SitemapJob, "path">,
  ctx: ConnectorContext,
): Promise<SitemapReply> {
  const { path } = await saveBody(beginning(body), "sitemap", { ...ctx, maxFileBytes: MAX_PACKED });
  try {
    return await pool().run(ctx.owner, { ...job, path }, ctx.signal);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    if (error.failure === "busy" || error.failure === "start")
      throw new ConnectorError("unavailable", `The sitemap ${job.address} cannot be read for now: ${error.message}`);
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
): Promise<Listed> {
  const { site, visitor } = start;
  const isSitemap = /\.(xml|xml\.gz|txt)$/i.test(new URL(start.address).pathname);
  const named = isSitemap ? [start.address] : start.sitemaps;
  const first = named.length > 0 ? named : ["/sitemap.xml"];
  const queue: { address: string; depth: number }[] = [];
  const known = new Set<string>();
  const listed: Listed = { found: false, whole: true };
  const enqueue = (address: string, depth: number): void => {
    const url = URL.parse(address, site.origin);
    if (!url || !/^https?:$/.test(url.protocol) || known.has(url.href)) return;
    if (known.size >= MAX_SITEMAPS || depth > MAX_DEPTH) {
      listed.whole = false;
      return;
    }
    known.add(url.href);
    queue.push({ address: url.href, depth });
  };
  for (const address of first) enqueue(address, 0);
  let bytes = 0;
  // Grows during iteration, up to MAX_SITEMAPS.
  for (const { address, depth } of queue) {
    if (bytes > MAX_BYTES) return { ...listed, whole: false };
    try {
      const answer = await visitor.ask(address);
      if (!answer.ok || !answer.body) {
        await answer.body?.cancel();
        listed.whole &&= answer.status < 500 && answer.status !== 429;
        continue;
      }
      const { include, exclude } = settings;
      const asked = { address, origin: site.origin, include, exclude };
      // Requests more than needed, because some are rejected.
      const room = { maxPages: settings.maxPages * 2, maxSitemaps: MAX_SITEMAPS };
      const reply = await readBody(answer.body, { ...asked, ...room }, ctx);
      bytes += reply.bytes;
      listed.whole &&= reply.whole;
      for (const page of reply.pages) {
        if (frontier.left >= settings.maxPages) return { found: true, whole: false };
        if (frontier.add(page, 0)) listed.found = true;
      }
      for (const sitemap of reply.sitemaps) enqueue(sitemap, depth + 1);
    } catch (error) {
      if (error instanceof ConnectorError || ctx.signal.aborted) throw error;
      listed.whole = false;
    }
  }
  return listed;
}
