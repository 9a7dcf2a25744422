import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { modelCalls } from "@/lib/server/platform/db/tables/usage";
import { bodies, inTeam, setTeam, teamBudget } from "../support/budgets";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { at, newApp, newSession, readLog, readMessages, readSession, say, settled } from "../support/sessions";
import type { Behaviour } from "../support/standins/types";

ownDatabase();
const standin = openAiForAll();

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i % 10}`).join(" ");

/** A chat on a model of which a million tokens cost a hundred dollars. */
async function chat(person?: Person) {
  const ada = person ?? (await newPerson());
  const config = { api_key: standin().key };
  const appId = await newApp(ada, { provider: "open_ai", model: "gpt-4o", config });
  const { models: all } = (await expectOk(callAs(models.list, inTeam(ada)))) as { models: { _id: string }[] };
  for (const { _id: modelId } of all) {
    const params = { resourceSlug: ada.slug, modelId };
    await expectOk(callAs(models.edit, { token: ada.token, params, body: { inputPrice: 100, outputPrice: 100 } }));
  }
  return { person: ada, appId, sessionId: await newSession(ada, appId) };
}

async function figures(person: Person, sessionId: string) {
  const { db } = await testDatabase();
  const calls = await db.select().from(modelCalls).where(eq(modelCalls.teamId, person.slug));
  const [step] = bodies(await readLog(person, sessionId), "step");
  const { usage } = await readSession(person, sessionId);
  return { calls, step, usage };
}

describe("an answer without the provider's count", () => {
  it.each<[string, Behaviour, number]>([
    ["is cut by the provider", { text: words(200), fault: { kind: "cut", at: "mid_stream", rudely: true } }, 4],
    ["fails in its middle", { text: words(200), fault: { kind: "stream_error", message: "Overheated" } }, 4],
    ["is cut at the bound", { text: words(90_000) }, 100_000],
  ])(
    "that %s costs about what was received",
    async (_title, behaviour, tokens) => {
      const { person, sessionId } = await chat();
      standin().behave(behaviour);
      await say(person, sessionId, { message: "Tell me everything" });
      expect((await settled(person, sessionId, 60_000)).lastRun?.status).toBe("error");
      const { calls, step, usage } = await figures(person, sessionId);
      expect(step).toMatchObject({ estimated: true, finishReason: "cut" });
      expect(usage.outputTokens).toBeGreaterThanOrEqual(tokens);
      expect(usage.outputTokens).toBeLessThan(tokens * 2 + 10);
      expect(usage.inputTokens).toBeGreaterThan(10);
      expect(usage.costUsd).toBeCloseTo(((usage.inputTokens + usage.outputTokens) * 100) / 1e6, 9);
      expect(calls).toMatchObject([{ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }]);
      const answer = (await readMessages(person, sessionId)).at(-1);
      expect(answer).toMatchObject({ completed: false, usage: { estimated: true } });
    },
    90_000,
  );

  it("that somebody stops costs about what was received, also before its first word", async () => {
    const { person, appId, sessionId } = await chat();
    standin().behave({ text: words(500), tps: 40 });
    await say(person, sessionId, { message: "Tell me everything" });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await expectOk(callAs(sessions.cancel, at(person, sessionId)));
    expect((await settled(person, sessionId)).lastRun?.status).toBe("cancelled");
    const stopped = await figures(person, sessionId);
    expect(stopped.step).toMatchObject({ estimated: true });
    expect(stopped.usage.outputTokens).toBeGreaterThan(10);
    expect(stopped.usage.outputTokens).toBeLessThan(500);

    standin().behave({ text: words(5), ttftMs: 20_000 });
    standin().requests.length = 0;
    const second = await newSession(person, appId);
    await say(person, second, { message: words(400) });
    await expect.poll(() => standin().requests.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expectOk(callAs(sessions.cancel, at(person, second)));
    await settled(person, second);
    const { usage } = await figures(person, second);
    expect([usage.inputTokens > 400, usage.outputTokens]).toEqual([true, 0]);
  });

  it("costs nothing where the provider refused it", async () => {
    const { person, sessionId } = await chat();
    standin().behave({ fault: { kind: "status", status: 401 } });
    await say(person, sessionId, { message: "Hello" });
    await settled(person, sessionId);
    const { step, usage } = await figures(person, sessionId);
    expect([usage.inputTokens, usage.outputTokens, step?.estimated]).toEqual([0, 0, undefined]);
  });
});

describe("a hard budget", () => {
  it("holds within one call a run where 12 runs at once are answered without a count", async () => {
    const { person, appId } = await chat();
    const ids = await Promise.all(Array.from({ length: 12 }, () => newSession(person, appId)));
    await expectOk(setTeam(person, { tokens: 400 }));
    standin().behave({ text: words(200), fault: { kind: "cut", at: "mid_stream" } });
    const talk = async (id: string) => {
      for (let i = 0; i < 40; i += 1) {
        await expectOk(say(person, id, { message: "Go on" }));
        if ((await settled(person, id)).lastRun?.status === "waiting") return;
      }
      throw new Error("No budget held the run.");
    };
    await Promise.all(ids.map(talk));
    const { calls } = await figures(person, ids[0] ?? "");
    const tokens = calls.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens);
    const spent = tokens.reduce((a, b) => a + b, 0);
    expect(spent).toBeGreaterThanOrEqual(400);
    expect(spent).toBeLessThan(400 + 12 * Math.max(...tokens));
    expect((await teamBudget(person)).spent.tokens).toBe(spent);
  }, 90_000);
});
