import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Session } from "@/lib/contract/sessions/schemas";
import { callJson, newPerson, newSession, type Person } from "../bench/people";
import { iterationStep, ofItem, taskStep } from "../support/branches";
import { type Ending, type Muster, onEmbedded } from "../support/many-processes";
import { freePort } from "../support/muster-process";
import { randomFrom } from "../support/random";

const kills = Number(process.env.KILLS ?? 2);
const seed = Number(process.env.KILLS_SEED ?? 20_260_101);
const payments = ["ann", "bob", "cid", "dot"];

/** Counts what is paid; each payment takes a moment, in which a server can be killed. */
const paid = new Map<string, number>();
const shop = createServer((request, response) => {
  const who = request.url?.split("/").at(-1) ?? "";
  paid.set(who, (paid.get(who) ?? 0) + 1);
  setTimeout(() => response.setHeader("content-type", "application/json").end('{"paid":true}'), 150);
});

let muster: Muster;
let server: Ending & { url: string };
const variables = { PORT: "", RATE_LIMIT_SCALE: "100000", OUTBOUND_ALLOW: "127.0.0.1" };
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  muster = await onEmbedded();
  variables.PORT = String(await freePort());
  server = await muster.server(variables);
}, 60_000);
afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await muster.end();
}, 30_000);

const addTo = async (person: Person, what: string, body: object): Promise<string> => {
  const { _id = "" } = await callJson(person, `/${person.slug}/forms/${what}/add`, body);
  return _id;
};

/** A task that pays with a tool of its own; the path ends with the one that is paid. */
async function payingTask(person: Person, name: string, path: string, parameters: object, more: object = {}) {
  const modelId = await addTo(person, "model", {
    name: "Model",
    type: "demo",
    model: "demo-chat:ttft=60,tps=400",
    modelType: "llm",
    config: {},
  });
  const functionName = `pay_${name}`;
  const { port } = shop.address() as AddressInfo;
  const request = { method: "POST", url: `http://127.0.0.1:${port}/${path}`, headers: {} };
  const toolId = await addTo(person, "tool", {
    name: functionName,
    functionName,
    description: "Pays.",
    type: "http",
    repeatable: false,
    definition: { source: "request", request, parameters },
  });
  const prompts = { role: "a payer", goal: "Pay", backstory: "Pays." };
  const agentId = await addTo(person, "agent", { name, ...prompts, modelId });
  const task = { name, description: `Use ${functionName} now.`, expectedOutput: "A word.", agentId };
  return addTo(person, "task", { ...task, toolIds: [toolId], ...more });
}

const newProcess = { name: "Pay", type: "process", sharingMode: "team", process: "sequential" };

/** Tasks that pay; the last waits for all others. */
async function payingApp(person: Person, run: string): Promise<string> {
  const taskIds: string[] = [];
  for (const [i, who] of payments.entries()) {
    const contextTaskIds = i === payments.length - 1 ? [...taskIds] : [];
    const parameters = { type: "object", properties: {} };
    taskIds.push(await payingTask(person, `${who}_${run}`, `${run}-${who}`, parameters, { contextTaskIds }));
  }
  return addTo(person, "app", { ...newProcess, taskIds });
}

/** A task that pays each item of a list. */
async function iteratingApp(person: Person, run: string): Promise<string> {
  const list = JSON.stringify(payments.map((who) => `- Who: ${who}`));
  await addTo(person, "variable", { name: `list_${run}`, defaultValue: list });
  const parameters = { type: "object", properties: { who: { type: "string" } }, required: ["who"] };
  const taskId = await payingTask(person, `each_${run}`, `${run}-{who}`, parameters);
  const iteration = iterationStep("branch_1", { variable: `list_${run}`, concurrency: 2 });
  const flow = { steps: [iteration, taskStep(taskId, [], ofItem("branch_1"))] };
  return addTo(person, "app", { ...newProcess, flow });
}

it(`makes no finished call twice and asks about uncertain ones, whenever its server is killed (${kills} times)`, {
  timeout: 60_000 + kills * 60_000,
}, async () => {
  const random = randomFrom(seed);
  const person = await newPerson(server.url);
  let [asked, doneBefore] = [0, 0];
  for (let i = 0; i < kills; i += 1) {
    const sessionId = await newSession(person, await (i % 2 ? iteratingApp : payingApp)(person, `${i}`));
    const at = `/${person.slug}/session/${sessionId}`;
    const start = (body: object) => callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, body);
    const log = async () => (await callJson<{ events: SessionEvent[] }>(person, `${at}/log.json?limit=200`)).events;
    const finished = async () =>
      (await log()).flatMap(({ kind, body }, _i, events) => {
        if (kind !== "tool_result" || body.output === undefined) return [];
        const call = events.find((one) => one.kind === "tool_call" && one.body.callId === body.callId);
        const { who = body.name.split("_")[1] } = (call?.kind === "tool_call" ? call.body.input : {}) as {
          who?: string;
        };
        return [who];
      });
    await start({});
    await sleep(80 + random() * 900);
    await server.kill("SIGKILL");
    const before = new Map(paid);
    server = await muster.server(variables);
    doneBefore += (await finished()).length;
    const sure = await finished();
    for (const until = Date.now() + 45_000; ; await sleep(100)) {
      const { session } = await callJson<{ session: Session }>(person, `${at}.json`);
      if (session.status === "completed") break;
      expect(["queued", "running", "waiting"], session.lastRun?.reason ?? "").toContain(session.status);
      if (Date.now() > until) throw new Error(`After kill ${i + 1} the process is still ${session.status}.`);
      if (session.status !== "waiting") continue;
      const events = await log();
      const answered = new Set(
        events
          .filter(({ kind }) => kind === "input_answer")
          .map(({ body }) => (body as { requestId: string }).requestId),
      );
      for (const { kind, body } of events) {
        const { requestId, kind: what } = body as { requestId: string; kind: string };
        if (kind !== "input_request" || answered.has(requestId)) continue;
        expect(what).toBe("repeat");
        asked += 1;
        await start({ requestId, decision: "reject" });
      }
    }
    // Nothing was paid twice, as every uncertain payment was skipped; what was sure was not even asked about.
    for (const who of payments)
      expect(paid.get(`${i}-${who}`) ?? 0, `KILLS_SEED=${seed}, kill ${i + 1}, ${who}`).toBeLessThanOrEqual(1);
    for (const who of sure) expect(paid.get(`${i}-${who}`)).toBe(1);
    for (const [who, times] of before) if (!who.startsWith(`${i}-`)) expect(paid.get(who)).toBe(times);
    const ends = (await log()).filter(
      ({ kind, body }) => kind === "task" && body.state === "finished" && body.items === undefined,
    );
    expect(new Set(ends.map(({ body }) => (body as { taskId: string }).taskId)).size).toBe(payments.length);
    expect(ends).toHaveLength(payments.length);
  }
  console.info(`FIGURES ${JSON.stringify({ kills, seed, asked, doneBefore, paid: paid.size })}`);
});
