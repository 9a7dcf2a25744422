import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { FastResponse } from "srvx/node";
import { acceptsEncoding } from "./compressed";

const compress = promisify(gzip);

/** A cached text, plain and compressed, with its ETag. */
export interface CachedText {
  plain: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
  etag: string;
}

export async function cacheText(text: string): Promise<CachedText> {
  const plain = new TextEncoder().encode(text);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 27);
  // Weak, because it is the same for both forms.
  return { plain, gzipped: new Uint8Array(await compress(plain)), etag: `W/"${hash}"` };
}

/** 304 if the client has the text already (RFC 9110, If-None-Match compares weakly). */
export function cachedResponse(request: Request, { plain, gzipped, etag }: CachedText, type: string): Response {
  const headers: Record<string, string> = { etag, "cache-control": "no-cache", vary: "accept-encoding" };
  const known = request.headers.get("if-none-match")?.split(",", 20) ?? [];
  if (known.some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag.slice(2)))
    return new Response(null, { status: 304, headers });
  const zipped = acceptsEncoding(request.headers.get("accept-encoding"), "gzip");
  const body = zipped ? gzipped : plain;
  if (zipped) headers["content-encoding"] = "gzip";
  headers["content-type"] = type;
  headers["content-length"] = `${body.length}`;
  return new FastResponse(body, { headers });
}
