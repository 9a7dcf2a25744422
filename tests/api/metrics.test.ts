import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { provideObserver } from "@/lib/server/engine/runs/observe/observer";
import { startTelemetry } from "@/lib/server/main/telemetry";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";
import { handleMetrics } from "@/lib/server/platform/metrics/handle-metrics";
import { provide } from "@/lib/server/platform/process/registry";
import { ownDatabase, testDatabase } from "../support/database";
import { freePort } from "../support/free-port";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { startServer } from "../support/many-processes";
import { conversation, say, settled, testWorker } from "../support/sessions";

ownDatabase();

const token = "a-token-of-the-monitoring";
let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_request, response) => response.end("page"));
  attachFrontGuard(server.server, { handle: handleMetrics });
});
afterAll(async () => {
  await server.close();
  provideObserver(undefined);
  provide("metrics", undefined);
  delete process.env.METRICS_TOKEN;
  forgetEnv();
});

const scrape = async (authorization?: string) => {
  const response = await fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

it("is turned off without METRICS_TOKEN, and needs it", async () => {
  expect((await scrape(`Bearer ${token}`)).status).toBe(404);
  process.env.METRICS_TOKEN = token;
  forgetEnv();
  await startTelemetry(await testDatabase());
  for (const wrong of [undefined, "Bearer another-token-of-monitoring", `Basic ${token}`, `Bearer ${token}x`]) {
    const { status, headers, text } = await scrape(wrong);
    expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(text).not.toContain("muster_");
  }
  expect((await scrape(`bearer ${token}`)).status).toBe(200);
});

it("counts calls, runs and tokens without naming teams, and reads the queue seldom", async () => {
  await testWorker();
  const { person, sessionId } = await conversation();
  await say(person, sessionId, { message: "Hello." });
  await settled(person, sessionId);
  await say(person, "nothing", { message: "Hello." });
  const { text, headers } = await scrape(`Bearer ${token}`);
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=/);
  for (const line of [
    'muster_api_requests_total{endpoint="sessions.start",status="2xx"} 1',
    'muster_api_requests_total{endpoint="sessions.start",status="4xx"} 1',
    'muster_run_duration_seconds_count{status="completed"} 1',
    'muster_model_first_token_seconds_count{provider="demo"} 1',
    'muster_model_call_duration_seconds_count{provider="demo",error=""} 1',
    'muster_runs{state="queued"} 0',
    'muster_telemetry_spans_dropped_total{reason="queue_full"} ',
    "muster_database_up 1",
    "muster_runs_oldest_queued_seconds 0",
    "muster_mails_outbox ",
    "muster_sockets 0",
    "process_resident_memory_bytes ",
    "process_cpu_seconds_total ",
    "nodejs_eventloop_lag_seconds ",
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/muster_model_tokens_total\{provider="demo",type="output"\} [1-9]/);
  expect(text).toMatch(/muster_database_connections\{state="idle"\} \d/);
  for (const id of [person.slug, sessionId, person.accountId]) expect(text).not.toContain(id);
  const { db } = await testDatabase();
  const waiting = { id: "run_waiting", teamId: person.slug, sessionId, status: "waiting" as const };
  await db.insert(runs).values(waiting);
  expect((await scrape(`Bearer ${token}`)).text).toContain('muster_runs{state="waiting"} 0');
  await expect
    .poll(async () => (await scrape(`Bearer ${token}`)).text, { timeout: 10_000, interval: 500 })
    .toContain('muster_runs{state="waiting"} 1');
});

it("is served on METRICS_PORT too, whose connections are not taken for those of the server", async () => {
  const { DATA_DIR = "", UPLOADS_DIR = "" } = process.env;
  const METRICS_PORT = String(await freePort());
  const shared = { DATA_DIR, UPLOADS_DIR, WORKER: "off", METRICS_TOKEN: token, METRICS_PORT };
  const { url, kill } = await startServer(shared);
  onTestFinished(() => kill("SIGKILL"));
  for (const origin of [`http://127.0.0.1:${METRICS_PORT}`, url]) {
    // The process has no connection for notifications yet when it begins to listen.
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 10_000 }).toBe(200);
    const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(await response.text()).toContain("muster_database_up 1");
  }
});
