import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { compressAssets } from "@/lib/scripts/compress-assets";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";

const script = `console.info(${JSON.stringify("a chunk of the build ".repeat(40))});\n`;
const path = "/_next/static/chunks/0a~b.js";
let folder = "";
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A guarded server of a compressed build; responds with "Next" to the requests that are left to Next. */
async function serveBuild(https = false): Promise<number> {
  const build = mkdtempSync(join(tmpdir(), "muster-assets-"));
  const assets = join(build, "static");
  mkdirSync(assets);
  writeFileSync(join(build, "secret.js.br"), script);
  folder = assets;
  mkdirSync(join(assets, "chunks"));
  writeFileSync(join(assets, "chunks/0a~b.js"), script);
  writeFileSync(join(assets, "chunks/tiny.js"), "1");
  await compressAssets(assets);
  const server = createServer((_request, response) => response.end("Next"));
  attachFrontGuard(server, { https, development: false, trustProxy: false, assets });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () => rmSync(build, { recursive: true }),
    () => void server.close().closeAllConnections(),
  );
  return (server.address() as AddressInfo).port;
}

function get(port: number, path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    request({ port, host: "127.0.0.1", path, method, headers, agent: false }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    })
      .on("error", reject)
      .end();
  });
}

test("a script of the build is sent in Brotli, without the headers of documents", async () => {
  const { headers, body } = await get(await serveBuild(), path, { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(headers["content-security-policy"]).toBeUndefined();
});

test("it requires HTTPS from then on if HTTPS is used", async () => {
  const { headers } = await get(await serveBuild(true), path, { "accept-encoding": "br" });
  expect(headers["strict-transport-security"]).toContain("max-age=");
});

test("a file that a later build has removed is not found", async () => {
  const port = await serveBuild();
  rmSync(`${folder}/chunks/0a~b.js.br`);
  expect((await get(port, path, { "accept-encoding": "br" })).status).toBe(404);
});

test.each([
  ["no Brotli", path, { "accept-encoding": "gzip" }, "GET"],
  ["Brotli refused", path, { "accept-encoding": "br;q=0, gzip" }, "GET"],
  ["Brotli refused, others accepted", path, { "accept-encoding": "*, br; q=0.000" }, "GET"],
  ["a name that contains it", path, { "accept-encoding": "brotli, xbr" }, "GET"],
  ["an unreadable weight", path, { "accept-encoding": "br;q=much" }, "GET"],
  ["a range", path, { "accept-encoding": "br", range: "bytes=0-1" }, "GET"],
  ["another method", path, { "accept-encoding": "br" }, "POST"],
  ["HEAD", path, { "accept-encoding": "br" }, "HEAD"],
  ["a file too small to compress", "/_next/static/chunks/tiny.js", { "accept-encoding": "br" }, "GET"],
  ["the compressed file itself", `${path}.br`, { "accept-encoding": "br" }, "GET"],
  ["a path outside", "/_next/static/chunks/../../secret.js", { "accept-encoding": "br" }, "GET"],
  ["an encoded path outside", "/_next/static/chunks/%2e%2e/%2e%2e/secret.js", { "accept-encoding": "br" }, "GET"],
  ["another spelling", "/_next/static/chunks/./0a~b.js", { "accept-encoding": "br" }, "GET"],
])("is left to Next: %s", async (_name, target, headers, method) => {
  const response = await get(await serveBuild(), target, headers, method);
  expect(response.headers["content-encoding"]).toBeUndefined();
  expect(response.body.toString()).not.toContain("a chunk");
  expect(response.headers["content-security-policy"]).toContain("default-src 'self'");
});
