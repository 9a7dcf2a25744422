import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** Of one sitemap, inflated; the protocol's own limit. */
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_ENTRY = 64 * 1024;
const PIECE = 16 * 1024;

export interface SitemapEntry {
  kind: "url" | "sitemap";
  address: string;
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  const plain = text.replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/, "$1");
  return plain
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
      (whole, hex?: string, digits?: string, name?: string) => {
        if (name) return NAMED[name.toLowerCase()] ?? whole;
        const code = hex ? Number.parseInt(hex, 16) : Number(digits);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .trim();
}

function addressIn(entry: string): string | undefined {
  const from = entry.indexOf("<loc>");
  const to = entry.indexOf("</loc>", from);
  return from < 0 || to < 0 ? undefined : decoded(entry.slice(from + 5, to));
}

async function* inflated(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  // Told by its bytes: the name may lie, and a server may have inflated it already.
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* all();
  const gunzip = createGunzip();
  const packed = Readable.from(all());
  packed.on("error", (error) => gunzip.destroy(error));
  yield* packed.pipe(gunzip) as AsyncIterable<Buffer>;
}

/** Pieces of a text of some size, however small they come. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of inflated(body)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) break;
    text += decoder.decode(chunk, { stream: true });
    if (text.length < PIECE) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** The entries of a sitemap, of an index of sitemaps, or of a list of addresses, one after the other as they come. */
export async function* sitemapEntries(body: ReadableStream<Uint8Array>): AsyncGenerator<SitemapEntry> {
  let text = "";
  let plain: boolean | undefined;
  for await (const piece of pieces(body)) {
    text += piece;
    plain ??= text.trimStart() === "" ? undefined : !text.trimStart().startsWith("<");
    const taken = plain ? takeLines(text) : takeEntries(text);
    yield* taken.entries;
    text = taken.rest;
  }
  if (plain) yield* takeLines(`${text}\n`).entries;
}

interface Taken {
  entries: SitemapEntry[];
  rest: string;
}

function takeLines(text: string): Taken {
  const lines = text.split(/\r?\n/);
  const rest = lines.pop() ?? "";
  const entries = lines.flatMap((line) =>
    /^https?:\/\//.test(line.trim()) ? [{ kind: "url" as const, address: line.trim() }] : [],
  );
  return { entries, rest: rest.length > MAX_ENTRY ? "" : rest };
}

/** Looks for each sign once, so that no text makes it slow. */
function takeEntries(text: string): Taken {
  const entries: SitemapEntry[] = [];
  const opening = /<(url|sitemap)[\s>]/g;
  let at = 0;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const kind = open[1] === "url" ? "url" : "sitemap";
    const end = text.indexOf(`</${kind}>`, open.index);
    if (end < 0) return { entries, rest: text.length - open.index > MAX_ENTRY ? "" : text.slice(open.index) };
    const address = addressIn(text.slice(open.index, end));
    if (address) entries.push({ kind, address });
    at = end;
    opening.lastIndex = end;
  }
  // An opening may be cut in two.
  return { entries, rest: text.slice(Math.max(at, text.length - 12)) };
}
