import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { newApp, newPerson, newSession } from "../bench/people";
import { treeOf } from "../bench/usage";
import { killableServer } from "../support/killable-server";
import { randomFrom } from "../support/random";
import { Talker } from "../support/talker";

const kills = Number(process.env.KILLS ?? 1);
const seed = Number(process.env.KILLS_SEED ?? 20_260_101);
const withinMs = 30_000;
const models = ["demo-chat:ttft=1,tps=60,words=80", "demo-chat:ttft=800,tps=200,words=40", "demo-chat:ttft=1,tps=2000"];

const server = killableServer();

/** SIGKILL for the server alone, or for its database with it, as when the power goes. */
async function kill(withDatabase: boolean): Promise<void> {
  const others = withDatabase ? treeOf(server.current.pid).filter((pid) => pid !== server.current.pid) : [];
  const gone = server.current.kill("SIGKILL");
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
  const person = await newPerson(server.current.url);
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
    await server.restart();
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
