import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { formatBytes } from "@/lib/utils/text/bytes";
import { ConnectorError } from "../shared/errors";
import { toStatusError } from "../shared/failure";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import type { ConnectorContext } from "../shared/types";

const MAX_HTML = 3 * 1024 * 1024;
const MAX_SITEMAP = 50 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/** Readable media types with their file extensions. */
const FILES: Record<string, string> = {
  "application/pdf": ".pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "application/vnd.oasis.opendocument.text": ".odt",
  "application/epub+zip": ".epub",
  "text/plain": ".txt",
  "text/markdown": ".md",
  "text/csv": ".csv",
};
/** Media types that servers use for unknown files. */
const UNKNOWN_TYPES = new Set(["", "application/octet-stream", "binary/octet-stream", "application/x-download"]);
const PAGES = new Set(["text/html", "application/xhtml+xml"]);

interface CachedHeaders {
  etag?: string;
  modified?: string;
}

export type Visit = { headers: Headers } & (
  | { kind: "page"; html: Buffer }
  | { kind: "file"; path: string; filename: string; hash: string }
  | { kind: "redirect"; to: string }
  | { kind: "unchanged" }
  /** Not found, or nothing readable. */
  | { kind: "gone" | "other" }
);

/** Requests pages sequentially, with the pause that the site or the settings require. */
export class Visitor {
  readonly #fetch: typeof fetch;
  readonly #files: boolean;
  readonly #ctx: ConnectorContext;

  constructor(ctx: ConnectorContext, { pauseMs, files }: { pauseMs: number; files: boolean }) {
    const limited = ctx.fetchWith({
      maxBytes: Math.max(MAX_SITEMAP, ctx.maxFileBytes),
      headersTimeoutMs: TIMEOUT_MS,
    });
    this.#fetch = createRateLimitedFetch(limited, { spacingMs: pauseMs * (ctx.pace ?? 1), signal: ctx.signal });
    this.#files = files;
    this.#ctx = ctx;
  }

  /** The raw response; redirects are not followed, because they may lead to another host. */
  request(address: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(address, {
      redirect: "manual",
      headers: {
        accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "accept-language": "*",
        ...headers,
      },
    });
  }

  async visit(address: string, cached: CachedHeaders = {}): Promise<Visit> {
    const response = await this.request(address, {
      ...(cached.etag ? { "if-none-match": cached.etag } : {}),
      ...(cached.modified ? { "if-modified-since": cached.modified } : {}),
    });
    const { headers, status } = response;
    const discardBody = async (visit: Visit): Promise<Visit> => {
      await response.body?.cancel();
      return visit;
    };
    if (status === 304) return discardBody({ kind: "unchanged", headers });
    const location = headers.get("location");
    if (status >= 300 && status < 400)
      return discardBody(location ? { kind: "redirect", to: location, headers } : { kind: "other", headers });
    if (status === 404 || status === 410) return discardBody({ kind: "gone", headers });
    if (!response.ok) {
      await response.body?.cancel();
      throw toStatusError({ service: new URL(address).host, status, headers });
    }
    const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    if (PAGES.has(type)) return { kind: "page", html: await this.#bytes(response), headers };
    const extension = this.#files ? findExtension(type, address) : undefined;
    if (!extension) return discardBody({ kind: "other", headers });
    return { kind: "file", ...(await this.#file(response)), filename: toFilename(address, extension), headers };
  }

  async #bytes(response: Response): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > MAX_HTML) throw createTooLargeError("page", MAX_HTML);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async #file(response: Response): Promise<{ path: string; hash: string }> {
    const path = join(this.#ctx.tmpFolder, randomUUID());
    const hash = createHash("sha256");
    const file = await open(path, "wx", 0o600);
    let size = 0;
    try {
      for await (const part of response.body ?? []) {
        size += part.byteLength;
        if (size > this.#ctx.maxFileBytes) throw createTooLargeError("file", this.#ctx.maxFileBytes);
        hash.update(part);
        await file.writeFile(part);
      }
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return { path, hash: hash.digest("base64url") };
  }
}

const createTooLargeError = (what: string, bytes: number): ConnectorError =>
  new ConnectorError("too_large", `The ${what} exceeds the limit of ${formatBytes(bytes)}.`);

function findExtension(type: string, address: string): string | undefined {
  const byType = FILES[type];
  if (byType || !UNKNOWN_TYPES.has(type)) return byType;
  const extension = extname(new URL(address).pathname).toLowerCase();
  return Object.values(FILES).includes(extension) ? extension : undefined;
}

/** A recognizable name that is safe on any file system. */
function toFilename(address: string, extension: string): string {
  const segment = new URL(address).pathname.split("/").filter(Boolean).at(-1) ?? "file";
  let name = segment;
  try {
    name = decodeURIComponent(segment);
  } catch {
    // Not decodable: used as written.
  }
  const safe =
    name
      .replace(/[^\p{L}\p{N}._ -]/gu, "_")
      .slice(-120)
      .replace(/^[. ]+/, "") || "file";
  return safe.toLowerCase().endsWith(extension) ? safe : `${safe}${extension}`;
}
