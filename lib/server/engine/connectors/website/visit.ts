import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { formatBytes } from "@/lib/utils/text/bytes";
import { ConnectorError } from "../shared/errors";
import { failureOfStatus } from "../shared/failure";
import { politeFetch } from "../shared/polite-fetch";
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

interface Known {
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
  readonly #way: typeof fetch;
  readonly #files: boolean;
  readonly #ctx: ConnectorContext;

  constructor(ctx: ConnectorContext, { pauseMs, files }: { pauseMs: number; files: boolean }) {
    const limited = ctx.fetchWith({
      maxBytes: Math.max(MAX_SITEMAP, ctx.maxFileBytes),
      headersTimeoutMs: TIMEOUT_MS,
    });
    this.#way = politeFetch(limited, { spacingMs: pauseMs * (ctx.pace ?? 1), signal: ctx.signal });
    this.#files = files;
    this.#ctx = ctx;
  }

  /** The raw response; redirects are not followed, because they may lead to another host. */
  ask(address: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#way(address, {
      redirect: "manual",
      headers: {
        accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "accept-language": "*",
        ...headers,
      },
    });
  }

  async visit(address: string, known: Known = {}): Promise<Visit> {
    const answer = await this.ask(address, {
      ...(known.etag ? { "if-none-match": known.etag } : {}),
      ...(known.modified ? { "if-modified-since": known.modified } : {}),
    });
    const { headers, status } = answer;
    const dropped = async (visit: Visit): Promise<Visit> => {
      await answer.body?.cancel();
      return visit;
    };
    if (status === 304) return dropped({ kind: "unchanged", headers });
    const to = headers.get("location");
    if (status >= 300 && status < 400)
      return dropped(to ? { kind: "redirect", to, headers } : { kind: "other", headers });
    if (status === 404 || status === 410) return dropped({ kind: "gone", headers });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw failureOfStatus({ service: new URL(address).host, status, headers });
    }
    const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    if (PAGES.has(type)) return { kind: "page", html: await this.#bytes(answer), headers };
    const ending = this.#files ? endingOf(type, address) : undefined;
    if (!ending) return dropped({ kind: "other", headers });
    return { kind: "file", ...(await this.#file(answer)), filename: filenameOf(address, ending), headers };
  }

  async #bytes(answer: Response): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body ?? []) {
      size += part.byteLength;
      if (size > MAX_HTML) throw tooLarge("page", MAX_HTML);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async #file(answer: Response): Promise<{ path: string; hash: string }> {
    const path = join(this.#ctx.tmpFolder, randomUUID());
    const hash = createHash("sha256");
    const file = await open(path, "wx", 0o600);
    let size = 0;
    try {
      for await (const part of answer.body ?? []) {
        size += part.byteLength;
        if (size > this.#ctx.maxFileBytes) throw tooLarge("file", this.#ctx.maxFileBytes);
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

const tooLarge = (what: string, bytes: number): ConnectorError =>
  new ConnectorError("too_large", `The ${what} is larger than the ${formatBytes(bytes)} that are read here.`);

function endingOf(type: string, address: string): string | undefined {
  const known = FILES[type];
  if (known || !UNKNOWN_TYPES.has(type)) return known;
  const ending = extname(new URL(address).pathname).toLowerCase();
  return Object.values(FILES).includes(ending) ? ending : undefined;
}

/** A recognizable name that is safe on any file system. */
function filenameOf(address: string, ending: string): string {
  const last = new URL(address).pathname.split("/").filter(Boolean).at(-1) ?? "file";
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Not decodable: used as written.
  }
  const safe =
    name
      .replace(/[^\p{L}\p{N}._ -]/gu, "_")
      .slice(-120)
      .replace(/^[. ]+/, "") || "file";
  return safe.toLowerCase().endsWith(ending) ? safe : `${safe}${ending}`;
}
