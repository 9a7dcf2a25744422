import { afterEach, describe, expect, it } from "vitest";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { longestBlock } from "../support/loop-delay";
import { openAiForAll } from "../support/open-ai";
import { conversation, newApp, newSession, readLog, readMessages, say, settled } from "../support/sessions";
import type { ToolUse } from "../support/standins/types";

ownDatabase();
const standin = openAiForAll();
afterEach(() => removeToolSource("test"));

const maxCalls = 64;

async function chat() {
  const person = await newPerson();
  const config = { api_key: standin().key };
  const sessionId = await newSession(person, await newApp(person, { provider: "open_ai", model: "gpt-4o", config }));
  return { person, sessionId };
}

type Chat = Awaited<ReturnType<typeof chat>>;

/** Lets the model ask for these calls in one step, and answer in its next. */
async function callAll({ person, sessionId }: Chat, tools: ToolUse[], withinMs?: number) {
  standin().behave([{ tools }, { text: "All is done." }]);
  await say(person, sessionId, { message: "Go" });
  const session = await settled(person, sessionId, withinMs);
  const log = await readLog(person, sessionId);
  const of = (kind: string) =>
    log.filter((event) => event.kind === kind).map(({ body }) => body as Record<string, string>);
  return { session, calls: of("tool_call"), results: of("tool_result") };
}

const uses = (count: number, name: (i: number) => string): ToolUse[] =>
  Array.from({ length: count }, (_, i) => ({ name: name(i), input: { i } }));

function countingTool(): { tool: EngineTool; most: () => number; made: number[] } {
  let under = 0;
  let most = 0;
  const made: number[] = [];
  const tool: EngineTool = {
    name: "count",
    description: "Counts",
    parameters: { type: "object" },
    repeatable: true,
    async execute(input) {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under -= 1;
      made.push((input as { i: number }).i);
      return "counted";
    },
  };
  return { tool, most: () => most, made };
}

describe("the calls of one model step", () => {
  it("are made a few at a time, and those beyond the bound not at all, which the model is told", async () => {
    const { tool, most, made } = countingTool();
    registerToolSource("test", async () => [tool]);
    const talk = await chat();
    const { session, calls, results } = await callAll(
      talk,
      uses(100, () => "count"),
    );
    expect(session.lastRun?.status).toBe("completed");
    expect(made.sort((a, b) => a - b)).toEqual(Array.from({ length: maxCalls }, (_, i) => i));
    expect(most()).toBe(8);
    expect([calls.length, results.length]).toEqual([maxCalls + 1, maxCalls + 1]);
    const refused = results.filter(({ error }) => error);
    expect(refused).toMatchObject([{ callId: calls.at(-1)?.callId }]);
    expect(refused[0]?.error).toBe(
      "Up to 64 tools can be called per step. This call and 35 more weren't made. Request them again in the next step.",
    );
    const told = JSON.stringify(standin().requests.at(-1)?.body);
    expect(told).toContain("35 more weren't made");
    expect((await readMessages(talk.person, talk.sessionId)).at(-1)?.text).toBe("All is done.");
  });

  it("of unknown tools, 900 of them, are refused in a handful of transactions", async () => {
    const talk = await chat();
    const { pool } = await testDatabase();
    const commits = async () => {
      const { rows } = await pool.query<{ n: string }>(
        "select xact_commit n from pg_stat_database where datname = current_database()",
      );
      return Number(rows[0]?.n);
    };
    const before = await commits();
    const { session, results } = await callAll(
      talk,
      uses(900, (i) => `unknown_${i}`),
    );
    expect(session.lastRun?.status).toBe("completed");
    expect(results).toHaveLength(maxCalls + 1);
    expect(results[0]?.error).toBe("There is no tool named unknown_0.");
    // Most of these are the polling of the session by this test.
    expect((await commits()) - before).toBeLessThan(400);
  });

  it("of unknown tools, 5,000 of them, end the run with a sentence and keep nobody waiting", async () => {
    const talk = await chat();
    const other = await conversation();
    const { result } = await longestBlock(async () => {
      const all = callAll(
        talk,
        uses(5_000, (i) => `unknown_${i}`),
        60_000,
      );
      await say(other.person, other.sessionId, { message: "Hello" });
      const began = Date.now();
      expect((await settled(other.person, other.sessionId)).lastRun?.status).toBe("completed");
      return { ...(await all), waitedMs: Date.now() - began };
    });
    const { session, calls } = result;
    expect(session.lastRun).toMatchObject({
      status: "error",
      reason: "“Model” failed. The model requested more than 1,000 tool calls in one step, so the run failed.",
    });
    expect(calls).toEqual([]);
  }, 90_000);
});
