import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { type LoopbackServer, loopbackServer } from "@/tests/support/loopback-server";

let server: LoopbackServer;

/** A fresh copy of the module and of the registry's entry, with this environment. */
async function withEnv(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for("muster.ownEndpoints"));
  return import("@/lib/server/platform/outbound/instance");
}

beforeEach(async () => {
  server = await loopbackServer((_request, response) => response.end("reached"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  forgetEnv();
  await server.close();
});

test("production refuses loopback until OUTBOUND_ALLOW names it", async () => {
  const closed = await withEnv({ NODE_ENV: "production" });
  const entry = `127.0.0.1:${server.port}`;
  await expect(closed.outbound().fetch(server.url)).rejects.toMatchObject({ problem: "refused", allowEntry: entry });
  const open = await withEnv({ NODE_ENV: "production", OUTBOUND_ALLOW: `10.9.9.9, ${entry}` });
  expect(await (await open.outbound().fetch(server.url)).text()).toBe("reached");
});

test("development reaches loopback, but never Muster's own port, database, file storage or a port that is added", async () => {
  const port = String(server.port);
  const dev = await withEnv({ NODE_ENV: "development" });
  expect(await (await dev.outbound().fetch(server.url)).text()).toBe("reached");
  dev.addOwnEndpoint({ port: server.port });
  await expect(dev.outbound().fetch(server.url)).rejects.toMatchObject({ problem: "refused" });
  const places: Record<string, string>[] = [
    { PORT: port },
    { DATABASE_URL: `postgres://u:p@localhost:${port}/muster` },
    { STORAGE_URL: `s3://files?endpoint=http://localhost:${port}` },
  ];
  for (const own of places) {
    const guarded = await withEnv({ NODE_ENV: "development", OUTBOUND_ALLOW: "127.0.0.0/8", ...own });
    await expect(guarded.outbound().fetch(server.url)).rejects.toThrow("is Muster's own address");
  }
});
