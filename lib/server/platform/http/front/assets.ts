import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { acceptsEncoding } from "../responses/compressed";

const types: Record<string, string> = { ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8" };

/** The compressed files in a folder, by the path of their URL. */
function findAssets(folder: string): Map<string, string> {
  const assets = new Map<string, string>();
  if (!existsSync(folder)) return assets;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const url = `/_next/static/${name.replaceAll("\\", "/")}`;
    if (name.endsWith(".br")) assets.set(url.slice(0, -".br".length), join(folder, name));
  }
  return assets;
}

/**
 * Returns a handler for the scripts and stylesheets that `lib/scripts/compress-assets.ts` has compressed. All other requests are
 * left to Next, such as those of browsers without Brotli. URLs are compared with the files that exist at the start, without
 * decoding, so that none leads out of the folder.
 */
export function createAssetHandler(
  folder: string | undefined,
  securityHeaders: Record<string, string>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const assets = folder ? findAssets(folder) : new Map<string, string>();
  return ({ url = "", method, headers }, response) => {
    const path = assets.get(url);
    if (!path || method !== "GET" || headers.range !== undefined) return false;
    if (!acceptsEncoding(headers["accept-encoding"]?.toString(), "br")) return false;
    void readFile(path).then(
      (body) => {
        const content = {
          "content-type": types[extname(url)],
          "content-encoding": "br",
          "content-length": body.length,
          // Without an ETag, as the content of a URL never changes: it contains a hash or the id of the build.
          "cache-control": "public, max-age=31536000, immutable",
          vary: "accept-encoding",
        };
        response.writeHead(200, { ...securityHeaders, ...content }).end(body);
      },
      // A later build has removed the file.
      () => response.writeHead(404, securityHeaders).end(),
    );
    return true;
  };
}
