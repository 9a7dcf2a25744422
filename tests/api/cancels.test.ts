import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { followSession } from "@/lib/server/engine/runs/log/hub";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { callAs, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { randomFrom } from "../support/random";
import { at, newApp, newSession, readMessages, readSession, say, testWorker } from "../support/sessions";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const cancels = Number(process.env.CANCELS ?? 20);
const seed = Number(process.env.CANCELS_SEED ?? 20_260_101);
const atOnce = 10;
const withinMs = 1_000;
const models = [
  "demo-chat:ttft=1,tps=40,words=600",
  "demo-chat:fail=hang",
  "demo-chat:ttft=9000",
  "demo-chat:ttft=1,tps=400",
];

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

/** How the session's run ends, once it has. */
function ending(sessionId: string): Promise<string> {
  return new Promise((resolve) => {
    const stop = followSession(sessionId, 0, ({ kind, body }) => {
      const { runStatus } = body as { runStatus?: string };
      if (kind !== "status" || !runStatus || runStatus === "running" || runStatus === "queued") return;
      setImmediate(() => stop());
      resolve(runStatus);
    });
  });
}

/** Starts a run, stops it after a while, and answers how long its end took, with what it has left. */
async function stopOne(person: Person, appId: string, afterMs: number) {
  const sessionId = await newSession(person, appId);
  const ended = ending(sessionId);
  await say(person, sessionId, { message: "Hello" });
  await sleep(afterMs);
  const asked = performance.now();
  expect((await callAs(sessions.cancel, at(person, sessionId))).status).toBe(200);
  const status = await ended;
  const ms = performance.now() - asked;
  const [messages, session] = [await readMessages(person, sessionId), await readSession(person, sessionId)];
  // One that was quicker than its stop has its answer; none is left half said without a word of it.
  expect(["cancelled", "completed"]).toContain(status);
  expect(session.lastRun?.status).toBe(status);
  expect(messages.filter(({ role }) => role === "user")).toHaveLength(1);
  // A stop may come between an answer's last word and its run's end: the run was stopped, and the answer is whole.
  const cut = messages.filter(({ role, completed }) => role === "assistant" && !completed);
  if (cut.length > 0) expect(status).toBe("cancelled");
  return { ms, status };
}

it(`${cancels} runs stop within a second, whenever they are told`, { timeout: 60_000 + cancels * 1_000 }, async () => {
  const random = randomFrom(seed);
  const person = await newPerson();
  const apps = await Promise.all(models.map((model) => newApp(person, { model })));
  const done: { ms: number; status: string }[] = [];
  while (done.length < cancels) {
    const wave = Array.from({ length: Math.min(atOnce, cancels - done.length) }, (_, i) =>
      stopOne(person, apps[i % apps.length] ?? "", random() * 1_200),
    );
    done.push(...(await Promise.all(wave)));
  }
  const slowestFirst = done.map(({ ms }) => ms).sort((one, other) => other - one);
  const p99 = slowestFirst[Math.floor(done.length / 100)] ?? 0;
  expect(p99, `CANCELS_SEED=${seed}`).toBeLessThan(withinMs);
  const cancelled = done.filter(({ status }) => status === "cancelled").length;
  expect(cancelled).toBeGreaterThan(done.length / 3);
  console.info(`FIGURES ${JSON.stringify({ cancels, seed, cancelled, p99Ms: Math.round(p99) })}`);
});
