import "@/lib/server/resources/tools/agent-tools";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { models } from "@/lib/contract/models/schemas";
import { modelCalls } from "@/lib/server/platform/db/tables/usage";
import { inTeam, setTeam, teamBudget } from "../support/budgets";
import { callAs, expectOk, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { newWriter, started } from "../support/process-runs";
import { readSession, settled } from "../support/sessions";
import { newProcess, newTask } from "../support/tasks";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();
const standin = openAiForAll();

const runs = 12;
const tasks = 6;
const words = Array.from({ length: 100 }, (_, i) => `word${i % 10}`).join(" ");

async function tokensOf(person: Person): Promise<number[]> {
  const { db } = await testDatabase();
  const calls = await db.select().from(modelCalls).where(eq(modelCalls.teamId, person.slug));
  return calls.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens);
}

/** An app of which each run has several tasks that wait for nothing, and so ask their model at the same time. */
async function parallelTasks() {
  const { person, modelId, agentId } = await newWriter(standin().key);
  const params = { ...inTeam(person).params, modelId };
  const body = { inputPrice: 100, outputPrice: 100 };
  await expectOk(callAs(models.edit, { token: person.token, params, body }));
  const names = Array.from({ length: tasks }, (_, i) => `Task ${i}`);
  const ids = await Promise.all(names.map((name) => newTask(person, name, { agentId, description: "Tell a story." })));
  return { person, appId: await newProcess(person, ids) };
}

describe("12 runs at once, each of several tasks", () => {
  it.each<[string, (oneCall: number) => object]>([
    ["tokens", (oneCall) => ({ tokens: 6 * oneCall })],
    ["money", (oneCall) => ({ money: Math.floor((6 * oneCall * 100) / 1e4) / 100 })],
  ])(
    "stay within one call a run of a hard budget of %s, and all end once it is raised",
    async (_name, limitOf) => {
      const { person, appId } = await parallelTasks();
      standin().behave({ text: words, ttftMs: 100 });
      await settled(person, await started(person, appId));
      const before = await tokensOf(person);
      expect(before).toHaveLength(tasks);
      const oneCall = Math.max(...before);
      const spentBefore = before.reduce((a, b) => a + b, 0);

      const limit = limitOf(oneCall + spentBefore / 6);
      await expectOk(setTeam(person, limit));
      const ids = await Promise.all(Array.from({ length: runs }, () => started(person, appId)));
      const ended = await Promise.all(ids.map((id) => settled(person, id, 60_000)));
      expect(ended.map(({ lastRun }) => lastRun?.status)).toContain("waiting");
      const calls = await tokensOf(person);
      const spent = calls.reduce((a, b) => a + b, 0) - spentBefore;
      expect(spent).toBeGreaterThan(5 * oneCall);
      expect(spent).toBeLessThan((6 + runs) * Math.max(...calls));
      expect((await teamBudget(person)).spent.tokens).toBe(spent + spentBefore);

      await expectOk(setTeam(person, { tokens: 100_000_000, money: 10_000 }));
      for (const id of ids)
        await expect
          .poll(async () => (await readSession(person, id)).lastRun?.status, { timeout: 60_000 })
          .toBe("completed");
      expect(await tokensOf(person)).toHaveLength(tasks * (runs + 1));
    },
    240_000,
  );
});

describe("a run that has plenty of its budget left", () => {
  it("works its tasks at the same time", async () => {
    const { person, appId } = await parallelTasks();
    await expectOk(setTeam(person, { tokens: 1_000_000_000, money: 100_000 }));
    let under = 0;
    let most = 0;
    standin().behave(() => {
      most = Math.max(most, ++under);
      setTimeout(() => {
        under -= 1;
      }, 250);
      return { text: "Once upon a time.", ttftMs: 300 };
    });
    await settled(person, await started(person, appId));
    expect(most).toBeGreaterThan(1);
  });
});
