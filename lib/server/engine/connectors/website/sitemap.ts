import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { isWanted, Site } from "./address.ts";

/** Decompressed, per sitemap; the protocol's own limit. */
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_ENTRY = 64 * 1024;

/** The protocol's limit per file. */
const MAX_ENTRIES = 50_000;
const MAX_ADDRESS = 4_000;

export interface SitemapJob {
  /** The file with the sitemap as transferred. */
  path: string;
  /** Its URL. */
  address: string;
  origin: string;
  include: string[];
  exclude: string[];
  /** Maximum pages and nested sitemaps to return. */
  maxPages: number;
  maxSitemaps: number;
}

export interface SitemapReply {
  pages: string[];
  sitemaps: string[];
  /** Decompressed. */
  bytes: number;
  /** False when it was not read completely. */
  whole: boolean;
}

interface SitemapEntry {
  kind: "url" | "sitemap";
  address: string;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeXmlText(text: string): string {
  const plain = text.replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/, "$1");
  return plain
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
      (whole, hex?: string, digits?: string, name?: string) => {
        if (name) return ENTITIES[name.toLowerCase()] ?? whole;
        const code = hex ? Number.parseInt(hex, 16) : Number(digits);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .trim();
}

function findAddress(entry: string): string | undefined {
  const from = entry.indexOf("<loc>");
  const to = entry.indexOf("</loc>", from);
  return from < 0 || to < 0 || to - from > MAX_ADDRESS ? undefined : decodeXmlText(entry.slice(from + 5, to));
}

async function isGzip(path: string): Promise<boolean> {
  for await (const head of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>)
    return head[0] === 0x1f && head[1] === 0x8b;
  return false;
}

/** Compression is detected by content: the name may be wrong, and a server may have decompressed it already. */
async function* readDecompressed(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  if (!(await isGzip(path))) return yield* file as AsyncIterable<Buffer>;
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  yield* file.pipe(gunzip) as AsyncIterable<Buffer>;
}

/** Streams the entries of a sitemap, an index of sitemaps, or a list of URLs. */
export async function* readEntries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SitemapEntry> {
  const decoder = new TextDecoder();
  let text = "";
  let plain: boolean | undefined;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    plain ??= text.trimStart() === "" ? undefined : !text.trimStart().startsWith("<");
    const parsed = plain ? parseLines(text) : parseEntries(text);
    yield* parsed.entries;
    text = parsed.rest;
  }
  if (plain) yield* parseLines(`${text}\n`).entries;
}

interface ParsedEntries {
  entries: SitemapEntry[];
  rest: string;
}

function parseLines(text: string): ParsedEntries {
  const lines = text.split(/\r?\n/);
  const rest = lines.pop() ?? "";
  const entries = lines.flatMap((line) =>
    /^https?:\/\//.test(line.trim()) ? [{ kind: "url" as const, address: line.trim() }] : [],
  );
  return { entries, rest: rest.length > MAX_ENTRY ? "" : rest };
}

/** Scans linearly, so that no input makes it slow. */
function parseEntries(text: string): ParsedEntries {
  const entries: SitemapEntry[] = [];
  const opening = /<(url|sitemap)[\s>]/g;
  let lastEnd = 0;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const kind = open[1] === "url" ? "url" : "sitemap";
    const end = text.indexOf(`</${kind}>`, open.index);
    if (end < 0) return { entries, rest: text.length - open.index > MAX_ENTRY ? "" : text.slice(open.index) };
    const address = findAddress(text.slice(open.index, end));
    if (address) entries.push({ kind, address });
    lastEnd = end;
    opening.lastIndex = end;
  }
  // An opening tag may be split between chunks.
  return { entries, rest: text.slice(Math.max(lastEnd, text.length - 12)) };
}

/** Reads a site's sitemap, up to the entry limit. */
export async function readSitemap(job: SitemapJob): Promise<SitemapReply> {
  const { address, origin, maxPages, maxSitemaps } = job;
  const site = new Site(new URL(origin));
  const pages = new Set<string>();
  const sitemaps = new Set<string>();
  const progress = { bytes: 0, whole: true };
  async function* limitedChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of readDecompressed(job.path)) {
      progress.bytes += chunk.byteLength;
      progress.whole = progress.bytes <= MAX_BYTES;
      if (!progress.whole) return;
      yield chunk;
    }
  }
  let entries = 0;
  try {
    for await (const entry of readEntries(limitedChunks())) {
      entries += 1;
      if (entries > MAX_ENTRIES || pages.size >= maxPages || sitemaps.size >= maxSitemaps) {
        progress.whole = false;
        break;
      }
      if (entry.kind === "sitemap") {
        const url = URL.parse(entry.address, address);
        if (url && /^https?:$/.test(url.protocol)) sitemaps.add(url.href);
      } else {
        const pageUrl = site.resolve(entry.address, address);
        if (pageUrl && isWanted(pageUrl, job)) pages.add(pageUrl);
      }
    }
  } catch {
    // A damaged file is used up to this point.
    progress.whole = false;
  }
  return { pages: [...pages], sitemaps: [...sitemaps], ...progress };
}
