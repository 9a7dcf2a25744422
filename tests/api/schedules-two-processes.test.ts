import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/contract/apps/schemas";
import type { Session } from "@/lib/contract/sessions/schemas";
import { callJson, newApp, newPerson, type Person } from "../bench/people";
import { type Ending, type Muster, onEmbedded } from "../support/many-processes";
import { freePort } from "../support/muster-process";

let muster: Muster;
let server: Ending & { url: string };
const variables = { PORT: "", RATE_LIMIT_SCALE: "100000" };
beforeAll(async () => {
  muster = await onEmbedded();
  variables.PORT = String(await freePort());
  server = await muster.server(variables);
}, 60_000);
afterAll(() => muster.end(), 30_000);

const apps = 12;
const begun = async (person: Person): Promise<Session[]> =>
  (await callJson<{ sessions: Session[] }>(person, `/${person.slug}/sessions.json?limit=100`)).sessions;

it("of two processes one starts each app that is due, once; what was missed while none ran is made once", {
  timeout: 120_000,
}, async () => {
  const person = await newPerson(server.url);
  const schedule = { type: "cron", unit: "hour", message: "Good morning" };
  const ids: string[] = [];
  for (let i = 0; i < apps; i += 1) {
    const id = await newApp(person, "demo-chat:ttft=1,tps=2000");
    ids.push(id);
    await callJson(person, `/${person.slug}/forms/app/${id}/edit`, { schedule });
  }
  await muster.worker();
  const database = await muster.database();
  const due = (ago: string) => database.query(`update apps set next_due = now() - interval '${ago}'`);
  await due("1 second");
  await expect.poll(async () => (await begun(person)).length, { timeout: 20_000 }).toBe(apps);
  // Both have looked again.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const first = await begun(person);
  expect(first.map(({ appId }) => appId).sort()).toEqual([...ids].sort());
  expect(first.every(({ trigger, createdBy }) => trigger === "schedule" && createdBy === person.accountId)).toBe(true);
  await server.kill("SIGKILL");
  await due("70 hours");
  server = await muster.server(variables);
  const again = { ...person, url: server.url };
  await expect.poll(async () => (await begun(again)).length, { timeout: 30_000 }).toBe(2 * apps);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await begun(again)).toHaveLength(2 * apps);
  const path = `/${person.slug}/app/${ids[0]}.json`;
  const { app } = await callJson<{ app: App }>(again, path);
  expect(Date.parse(app.schedule.nextDue ?? "")).toBeGreaterThan(Date.now());
});
