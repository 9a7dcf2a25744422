import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { endingMark, handleHealth, readyMark } from "@/lib/server/platform/health/health";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";
import { provide } from "@/lib/server/platform/process/registry";
import { ownDatabase, testDatabase } from "../support/database";

ownDatabase();

let server: Server;
let base: string;
let passedOn = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    passedOn += 1;
    response.end("page");
  });
  attachFrontGuard(server, { handle: handleHealth });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => server.close());

async function ask(path: string, method = "GET") {
  const response = await fetch(`${base}${path}`, { method });
  const text = await response.text();
  const kind = response.headers.get("content-type");
  return { status: response.status, body: kind?.includes("json") && text ? JSON.parse(text) : text, response };
}

/** As the process stands: what was found a moment ago is forgotten. */
function ready(isReady = true): void {
  provide("readiness", undefined);
  provide("disk", undefined);
  provide(readyMark, isReady || undefined);
}

test("/healthz says that the process is alive, before it is ready too, and to anybody", async () => {
  ready(false);
  const { status, body, response } = await ask("/healthz");
  expect([status, body]).toEqual([200, { status: "alive" }]);
  expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{16}$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect((await ask("/healthz?x=1", "HEAD")).body).toBe("");
  expect((await ask("/healthz", "POST")).status).toBe(405);
  expect(passedOn).toBe(0);
  expect((await ask("/healthz/more")).body).toBe("page");
});

test("/readyz says what stands in the way: starting, ending, migrations, the database, the disk", async () => {
  ready(false);
  expect(await ask("/readyz")).toMatchObject({
    status: 503,
    body: { status: "starting", error: "Muster is starting." },
  });
  for (const [state, status] of [
    ["starting", "starting"],
    ["lost", "database"],
  ]) {
    provide("database-listener", state);
    ready();
    expect(await ask("/readyz")).toMatchObject({ status: 503, body: { status } });
  }
  provide("database-listener", undefined);
  ready();
  expect(await ask("/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });

  const { pool } = await testDatabase();
  const { rows } = await pool.query(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *",
  );
  ready();
  expect(await ask("/readyz")).toMatchObject({ status: 503, body: { status: "migrations" } });
  const { hash, created_at } = rows[0] as { hash: string; created_at: string };
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, created_at]);

  vi.stubEnv("DISK_RESERVE_MB", "999999999");
  forgetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
  ready();
  expect(await ask("/readyz")).toMatchObject({ status: 503, body: { status: "disk" } });
  vi.unstubAllEnvs();
  forgetEnv();

  provide(endingMark, true);
  expect(await ask("/readyz")).toMatchObject({ status: 503, body: { status: "ending" } });
  provide(endingMark, undefined);
  ready();
  expect((await ask("/readyz")).status).toBe(200);
});

test("/readyz gives a database that hangs two seconds, and asks it once however many ask us", async () => {
  const { pool } = await testDatabase();
  const query = vi.spyOn(pool, "query").mockImplementation(() => new Promise(() => undefined) as never);
  ready();
  const began = Date.now();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask("/readyz")));
  expect(Date.now() - began).toBeLessThan(3_500);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(["503 database"]));
  // Background work of the same process may use the pool, too.
  expect(query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes("drizzle"))).toHaveLength(1);
  query.mockRestore();
  ready();
  expect((await ask("/readyz")).status).toBe(200);
});
