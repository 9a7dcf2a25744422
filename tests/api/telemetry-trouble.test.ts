import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { telemetry } from "@/lib/contract/telemetry/schemas";
import { provideObserver } from "@/lib/server/engine/runs/observe/observer";
import { startWorker } from "@/lib/server/engine/runs/worker";
import { startTelemetry } from "@/lib/server/main/telemetry";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { deliveries } from "@/lib/server/platform/telemetry/deliveries";
import { callAs, expectOk } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { replaceOpenAi } from "../support/open-ai";
import { sideEffects, started } from "../support/process-runs";
import { conversation, newApp, say, settled } from "../support/sessions";
import { type Collector, startCollector } from "../support/standins/collector";
import type { Standin } from "../support/standins/types";

ownDatabase();

let standin: Standin;
let collector: Collector;
let flush: () => Promise<void>;
beforeAll(async () => {
  collector = await startCollector();
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: "3000",
    OTEL_BSP_MAX_QUEUE_SIZE: "2",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OUTBOUND_ALLOW: "127.0.0.1",
  });
  const { standin: one, end } = await replaceOpenAi();
  standin = one;
  flush = await startTelemetry(await testDatabase());
  return end;
});
afterAll(async () => {
  provideObserver(undefined);
  await collector.close();
  for (const name of Object.keys(process.env)) if (name.startsWith("OTEL_")) delete process.env[name];
  forgetEnv();
});

it("a collector that hangs or refuses slows no run, and what it misses is counted", { timeout: 60_000 }, async () => {
  const worker = startWorker((await testDatabase()).db);
  const { person, sessionId } = await conversation();
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  await expectOk(callAs(telemetry.edit, { ...to, body: { endpoint: collector.url } }));
  const answer = async () => {
    await expectOk(say(person, sessionId, { message: "Hello." }));
    expect((await settled(person, sessionId, 2_500)).lastRun).toMatchObject({ status: "completed" });
  };
  await answer();
  const before = structuredClone(deliveries());
  for (const respond of [() => undefined, (response: { destroy(): void }) => response.destroy()]) {
    collector.behave(respond);
    for (let i = 0; i < 4; i += 1) await answer();
    await sleep(3_200);
  }
  // The queue holds the two spans of one answer.
  expect(deliveries().dropped.queue_full).toBeGreaterThan(before.dropped.queue_full);
  expect(deliveries().dropped.export_failed).toBeGreaterThan(before.dropped.export_failed);
  collector.behave(() => undefined);
  await answer();
  const began = performance.now();
  await flush();
  expect(performance.now() - began).toBeLessThan(2_500);
  collector.behave((response) => response.writeHead(401).end());
  await answer();
  await expect
    .poll(async () => (await expectOk(callAs(telemetry.get, to))).failure, { timeout: 15_000 })
    .toMatchObject({ message: expect.any(String), dropped: expect.any(Number) });
  collector.behave();
  collector.spans.length = 0;
  await sleep(3_200);
  await answer();
  await flush();
  expect(collector.spans.map(({ name }) => name)).toContain("invoke_agent Guide");
  await worker.stop();
});

it("sends each span of a run that another worker resumes once", { timeout: 60_000 }, async () => {
  const { db } = await testDatabase();
  const first = startWorker(db);
  const made = sideEffects();
  const { person } = await conversation("gpt-4o", { provider: "open_ai", config: { api_key: standin.key } });
  const config = { api_key: standin.key };
  const appId = await newApp(person, { model: "gpt-4o", provider: "open_ai", config });
  let requests = 0;
  standin.behave(() => {
    requests += 1;
    if (requests === 1) return { tools: [{ name: "pay", input: { to: "Ada" } }] };
    return requests === 2 ? { fault: { kind: "hang", at: "before_headers" } } : { text: "Paid." };
  });
  collector.spans.length = 0;
  const sessionId = await started(person, appId, { message: "Pay Ada." });
  await expect.poll(() => requests, { timeout: 15_000 }).toBe(2);
  await first.stop();
  const second = startWorker(db);
  expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "completed" });
  await second.stop();
  await flush();
  const spans = collector.spans.filter(({ attributes }) => attributes["gen_ai.conversation.id"] === sessionId);
  expect(made).toEqual(["Ada"]);
  expect(spans.map(({ name }) => name).sort()).toEqual([
    "chat gpt-4o",
    "chat gpt-4o",
    "execute_tool pay",
    "invoke_agent Guide",
  ]);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const root = spans.find(({ name }) => name.startsWith("invoke_agent"));
  expect(spans.every(({ parentSpanId, spanId }) => spanId === root?.spanId || parentSpanId === root?.spanId)).toBe(
    true,
  );
  // What the first worker counted is not known to the second.
  expect(root?.attributes["gen_ai.usage.input_tokens"]).toBeUndefined();
});
