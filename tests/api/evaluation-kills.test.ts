import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import { callJson, newPerson } from "../bench/people";
import { killableServer } from "../support/killable-server";
import { randomFrom } from "../support/random";

const kills = Number(process.env.KILLS ?? 2);
const seed = Number(process.env.KILLS_SEED ?? 20_260_101);
const [cases, repeat] = kills > 2 ? [200, 3] : [30, 2];

const server = killableServer();

it(`loses and doubles no attempt, whenever its server is killed (${kills} times)`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const random = randomFrom(seed);
  const person = await newPerson(server.current.url);
  const add = async (what: string, body: object): Promise<string> =>
    (await callJson<{ _id: string }>(person, `/${person.slug}/forms/${what}/add`, body))._id;
  const model = { name: "Model", type: "demo", model: "demo-chat:ttft=40,tps=400", modelType: "llm", config: {} };
  const prompts = { role: "a guide", goal: "Help", backstory: "Knows the way." };
  const agentId = await add("agent", { name: "Guide", ...prompts, modelId: await add("model", model) });
  const inputs = Array.from({ length: cases }, (_, i) => ({ input: `Where is quay ${i}?` }));
  const testsetId = await add("testset", { name: "Set", agentId, cases: inputs });
  const started = performance.now();
  const run = `/${person.slug}/forms/testset/${testsetId}/run`;
  const { _id } = await callJson<{ _id: string }>(person, run, { repeat });
  const read = async () =>
    (await callJson<{ evaluation: Evaluation }>(person, `/${person.slug}/evaluation/${_id}.json`)).evaluation;
  for (let i = 0; i < kills && (await read()).status === "running"; i += 1) {
    await sleep(200 + random() * 1_500);
    await server.current.kill("SIGKILL");
    await server.restart();
  }
  for (const until = Date.now() + 100_000; (await read()).status === "running" && Date.now() < until; )
    await sleep(200);
  const { status, cases: results } = await read();
  expect(status).toBe("completed");
  const attempts = results.flatMap((one) => one.attempts);
  expect(attempts).toHaveLength(cases * repeat);
  expect(attempts.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(new Set(attempts.map(({ sessionId }) => sessionId)).size).toBe(cases * repeat);
  const { rows } = await (await server.muster.database()).query(
    `select count(*)::int n from runs join evaluation_attempts a on a.session_id = runs.session_id
      where runs.status = 'completed'`,
  );
  expect(rows).toEqual([{ n: cases * repeat }]);
  console.info(
    `FIGURES ${JSON.stringify({ kills, seed, attempts: attempts.length, ms: Math.round(performance.now() - started) })}`,
  );
});
