import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { modelCalls } from "@/lib/server/platform/db/tables/usage";
import { asked, bodies, orgBudget, pricedApp, setApp, setOrg, setTeam, teamBudget } from "../support/budgets";
import { expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newSession, readLog, readSession, say, settled, testWorker } from "../support/sessions";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const rounds = Number(process.env.BUDGET_ROUNDS ?? 4);
const lanes = 10;

const count: EngineTool = {
  name: "count",
  description: "Counts",
  parameters: { type: "object" },
  repeatable: true,
  execute: async () => "counted",
};

let stop: () => Promise<void>;
beforeAll(async () => {
  registerToolSource("test", async () => [count]);
  stop = (await testWorker()).stop;
});
afterAll(async () => {
  removeToolSource("test");
  await stop();
});

const callsOf = async ({ slug }: Person) => {
  const { db } = await testDatabase();
  return db.select().from(modelCalls).where(eq(modelCalls.teamId, slug)).orderBy(modelCalls.id);
};

const tokensOf = (calls: Awaited<ReturnType<typeof callsOf>>) =>
  calls.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens);
const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);

/** Sessions of two apps, so that runs count against the same budgets and against different ones. */
async function team(person: Person) {
  const model = "demo-chat:ttft=1,tps=5000,tools=1";
  const apps = [await pricedApp(person, 100, { model }), await pricedApp(person, 100, { model })];
  const sessions = await Promise.all(
    Array.from({ length: lanes }, (_, i) => newSession(person, String(apps[i % apps.length]))),
  );
  return { apps, sessions };
}

/** Writes message after message until the run waits for a budget. Each takes two model calls and one of a tool. */
async function untilHeld(person: Person, sessionId: string): Promise<void> {
  for (let i = 0; i < 30; i += 1) {
    await expectOk(say(person, sessionId, { message: `Message ${i}` }));
    const { lastRun } = await settled(person, sessionId);
    if (lastRun?.status === "waiting") return;
    expect(lastRun?.status).toBe("completed");
  }
  throw new Error("No budget held the run.");
}

describe("parallel runs at a hard budget", () => {
  it.each(Array.from({ length: rounds }, (_, i) => i))("stop within one call of each, round %i", async () => {
    const person = await newPerson();
    const { apps, sessions } = await team(person);
    const limit = 8_000;
    await expectOk(setTeam(person, { tokens: limit }));
    await expectOk(setOrg(person, { money: 1_000 }));
    for (const app of apps) await expectOk(setApp(person, app, { money: 1_000, mode: "soft" }));
    await Promise.all(sessions.map((id) => untilHeld(person, id)));

    const calls = await callsOf(person);
    const tokens = tokensOf(calls);
    const most = Math.max(...tokens);
    expect(sum(tokens)).toBeGreaterThanOrEqual(limit);
    expect(sum(tokens)).toBeLessThan(limit + lanes * most);
    // No run made a second call after the budget was used up. Numbers are given before a call counts: as many as there are
    // runs beside it may be counted later than one with a higher number.
    const surely = (i: number) => sum(tokens.slice(0, i)) - (lanes - 1) * most >= limit;
    const after = calls.filter((_, i) => surely(i)).map(({ runId }) => runId);
    expect(new Set(after).size).toBe(after.length);
    const { spent } = await teamBudget(person);
    expect(spent.tokens).toBe(sum(tokens));
    expect(spent.costUsd).toBeCloseTo(sum(calls.map(({ costUsd }) => costUsd ?? 0)), 9);
    expect((await orgBudget(person)).spent.tokens).toBe(sum(tokens));
    for (const id of sessions) expect(await asked(person, id)).toMatchObject([{ scope: "team", available: false }]);

    // They all go on where they stood: no tool is called again.
    await expectOk(setTeam(person, { tokens: 1_000_000 }));
    for (const id of sessions) {
      await expect
        .poll(async () => (await readSession(person, id)).lastRun?.status, { timeout: 20_000 })
        .toBe("completed");
      const log = await readLog(person, id);
      const asks = bodies(log, "message").filter(({ role }) => role === "user").length;
      expect(bodies(log, "tool_call")).toHaveLength(asks);
      expect(bodies(log, "tool_result")).toHaveLength(asks);
    }
  });
});

describe("a budget that is raised", () => {
  it.each(Array.from({ length: rounds }, (_, i) => i))(
    "at the moment when runs come to it leaves none waiting, round %i",
    async (round) => {
      const person = await newPerson();
      const { sessions } = await team(person);
      await expectOk(say(person, String(sessions[0]), { message: "First" }));
      await settled(person, String(sessions[0]));
      await expectOk(setTeam(person, { tokens: 1 }));
      const saying = sessions.map(async (id, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * 4));
        await expectOk(say(person, id, { message: "Go" }));
      });
      await new Promise((resolve) => setTimeout(resolve, 10 + (round / rounds) * 40));
      await expectOk(setTeam(person, { tokens: 1_000_000 }));
      await Promise.all(saying);
      for (const id of sessions)
        await expect
          .poll(async () => (await readSession(person, id)).lastRun?.status, { timeout: 20_000 })
          .toBe("completed");
    },
  );
});

describe("a budget that is set up while runs are under way", () => {
  it.each(Array.from({ length: rounds }, (_, i) => i))(
    "misses no call and counts none twice, round %i",
    async (round) => {
      const person = await newPerson();
      const { sessions } = await team(person);
      const working = sessions.map(async (id) => {
        for (const message of ["One", "Two"]) {
          await expectOk(say(person, id, { message }));
          await settled(person, id);
        }
      });
      await new Promise((resolve) => setTimeout(resolve, (round / rounds) * 300));
      await expectOk(setTeam(person, { tokens: 1_000_000, mode: "soft" }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await expectOk(setOrg(person, { money: 1_000 }));
      await Promise.all(working);
      const calls = await callsOf(person);
      expect(calls).toHaveLength(lanes * 4);
      const [own, whole] = [await teamBudget(person), await orgBudget(person)];
      expect([own.spent.tokens, whole.spent.tokens]).toEqual([sum(tokensOf(calls)), sum(tokensOf(calls))]);
    },
  );
});
