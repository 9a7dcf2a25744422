import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reference } from "@/lib/contract/reference/schemas";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { handleCall } from "@/lib/server/main/handle-call";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";
import { callAs } from "../support/client";
import { testDatabase } from "../support/database";
import { longestBlock } from "../support/loop-delay";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";

const openapi = (headers: Record<string, string> = {}) => callAs(reference.openapi, { headers });

beforeAll(async () => void (await testDatabase()));

describe("the API as a document", () => {
  it("comes with its tag, and is not sent to who has it", async () => {
    const { status, body, response } = await openapi();
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: "3.1.0" });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const etag = String(response.headers.get("etag"));
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const known of [etag, `"other", ${etag.slice(2)}`, "*"]) {
      const again = await openapi({ "if-none-match": known });
      expect([again.status, again.response.headers.get("etag"), await again.response.text()]).toEqual([304, etag, ""]);
    }
    expect((await openapi({ "if-none-match": '"other"' })).status).toBe(200);
  });

  /** As it goes over the wire. */
  const zipped = () =>
    dispatch(
      new Request("http://localhost:3000/openapi.json", {
        headers: { "accept-encoding": "gzip", "x-muster-client-address": "198.51.100.7" },
      }),
      "/openapi.json",
    );

  it("is kept compressed", async () => {
    const response = await zipped();
    const { headers } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual(["gzip", "accept-encoding"]);
    expect(bytes.length).toBe(Number(headers.get("content-length")));
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ openapi: "3.1.0" });
  });

  it("is built once", async () => {
    await zipped();
    const before = process.cpuUsage();
    for (let i = 0; i < 20; i += 1) await zipped();
    const { user, system } = process.cpuUsage(before);
    // Building it takes some 30 ms each time, and compressing it 10.
    expect((user + system) / 1_000).toBeLessThan(300);
  });

  it("has a limit by address", async () => {
    const ask = () => openapi({ "x-muster-client-address": "198.51.100.8" });
    for (let i = 0; i < 120; i += 1) expect((await ask()).status).toBe(200);
    const { status, body, response } = await ask();
    expect([status, body]).toEqual([429, expect.objectContaining({ code: "rate_limited" })]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await openapi({ "x-muster-client-address": "198.51.100.9" })).status).toBe(200);
  });
});

describe("50 connections with 20 requests each", () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    process.env.RATE_LIMIT_SCALE = "10000";
    forgetEnv();
    for (const name of ["limit.strangers.strangers", "limit.strangers.reference.openapi"])
      Reflect.deleteProperty(globalThis, Symbol.for(`muster.${name}`));
    server = await loopbackServer((_request, response) => response.end());
    attachFrontGuard(server.server, { handle: handleCall });
  });
  afterAll(async () => {
    delete process.env.RATE_LIMIT_SCALE;
    forgetEnv();
    await server.close();
  });

  it.each(["/openapi.json", "/registration.json", "/account/signin.json", "/static/none.png"])(
    "of %s do not silence the server, without a limit too",
    async (path) => {
      const twenty = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n`.repeat(20);
      const flood = async () => {
        const sockets = Array.from({ length: 50 }, () => connect(server.port, "127.0.0.1"));
        const heard = sockets.map((socket) => new Promise((resolve) => socket.on("data", resolve).write(twenty)));
        await Promise.all(heard);
        const began = performance.now();
        expect((await fetch(`${server.url}/registration.json`)).status).toBe(200);
        for (const socket of sockets) socket.destroy();
        return performance.now() - began;
      };
      const { result, blockedMs } = await longestBlock(flood);
      expect(blockedMs).toBeLessThan(200);
      expect(result).toBeLessThan(5_000);
    },
  );
});
