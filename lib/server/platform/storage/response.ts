import { Readable } from "node:stream";
import { notFound } from "../errors/errors";
import { fileStore } from "./file-store";

interface FileResponseOptions {
  mimeType: string;
  /** Sent as a download with this name; otherwise inline. */
  filename?: string;
  cache?: string;
}

/** A response with a stored file, which browsers will neither sniff nor run. */
export async function createFileResponse(
  key: string,
  { mimeType, filename, cache = "private, no-store" }: FileResponseOptions,
): Promise<Response> {
  const file = await fileStore().get(key);
  if (!file) throw notFound("This file");
  const headers = new Headers({
    "content-type": mimeType,
    "content-length": String(file.size),
    "cache-control": cache,
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  if (filename) headers.set("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`);
  return new Response(Readable.toWeb(await file.stream()) as ReadableStream<Uint8Array>, { headers });
}
