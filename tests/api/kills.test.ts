import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newApp, newPerson, newSession } from "../bench/people";
import { treeOf } from "../bench/usage";
import { type Ending, type Muster, onEmbedded } from "../support/many-processes";
import { freePort } from "../support/muster-process";
import { randomFrom } from "../support/random";
import { Talker } from "../support/talker";

const kills = Number(process.env.KILLS ?? 1);
const seed = Number(process.env.KILLS_SEED ?? 20_260_101);
const withinMs = 30_000;
const models = ["demo-chat:ttft=1,tps=60,words=80", "demo-chat:ttft=800,tps=200,words=40", "demo-chat:ttft=1,tps=2000"];

let muster: Muster;
let server: Ending & { url: string };
const variables = { PORT: "", RATE_LIMIT_SCALE: "100000" };
beforeAll(async () => {
  muster = await onEmbedded();
  variables.PORT = String(await freePort());
  server = await muster.server(variables);
}, 60_000);
afterAll(() => muster.end(), 30_000);

/** SIGKILL for the server alone, or for its database with it, as when the power goes. */
async function kill(withDatabase: boolean): Promise<void> {
  const others = withDatabase ? treeOf(server.pid).filter((pid) => pid !== server.pid) : [];
  const gone = server.kill("SIGKILL");
  for (const pid of others) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself in the meantime.
    }
  }
  await gone;
}

/** Milliseconds from the server being ready until no run is under way. */
async function settle(talkers: Talker[]): Promise<number> {
  const ready = performance.now();
  for (;;) {
    const views = await Promise.all(talkers.map((talker) => talker.view()));
    const open = views.filter(({ status }) => status === "running" || status === "queued");
    const ms = performance.now() - ready;
    if (open.length === 0) return ms;
    if (ms > withinMs) throw new Error(`After ${withinMs} ms: ${JSON.stringify(open)}`);
    await sleep(100);
  }
}

it(`loses and doubles nothing that was acknowledged, whenever its server is killed (${kills} times)`, {
  timeout: 60_000 + kills * 60_000,
}, async () => {
  const random = randomFrom(seed);
  const person = await newPerson(server.url);
  const apps = await Promise.all(models.map((model) => newApp(person, model)));
  const talkers: Talker[] = [];
  for (const app of [...apps, ...apps, ...apps]) talkers.push(new Talker(person, await newSession(person, app)));
  const settledMs: number[] = [];
  for (let i = 0; i < kills; i += 1) {
    const talking = talkers.map((talker) => talker.talk(() => 50 + random() * 400));
    await sleep(150 + random() * 2_500);
    await kill(random() < 0.3);
    for (const talker of talkers) talker.stop();
    await Promise.all(talking);
    server = await muster.server(variables);
    settledMs.push(await settle(talkers));
    const faults = (await Promise.all(talkers.map((talker) => talker.faults()))).flat();
    expect(faults, `KILLS_SEED=${seed}, after kill ${i + 1}`).toEqual([]);
  }
  const said = talkers.flatMap((talker) => talker.said);
  expect(said.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(0);
  const statuses = await Promise.all(talkers.map((talker) => talker.view()));
  for (const { lastRun } of statuses) expect(["completed", "error"]).toContain(lastRun?.status);
  console.info(
    `FIGURES ${JSON.stringify({
      kills,
      seed,
      messages: said.length,
      acknowledged: said.filter(({ acknowledged }) => acknowledged).length,
      answersRead: talkers.reduce((sum, { read }) => sum + read.size, 0),
      slowestSettledMs: Math.round(Math.max(...settledMs)),
    })}`,
  );
});
