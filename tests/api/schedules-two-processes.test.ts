import { expect, it } from "vitest";
import type { App } from "@/lib/contract/apps/schemas";
import type { Session } from "@/lib/contract/sessions/schemas";
import { callJson, newApp, newPerson, type Person } from "../bench/people";
import { killableServer } from "../support/killable-server";

const server = killableServer();

const apps = 12;
const begun = async (person: Person): Promise<Session[]> =>
  (await callJson<{ sessions: Session[] }>(person, `/${person.slug}/sessions.json?limit=100`)).sessions;

it("of two processes one starts each app that is due, once; what was missed while none ran is made once", {
  timeout: 120_000,
}, async () => {
  const person = await newPerson(server.current.url);
  const schedule = { type: "cron", unit: "hour", message: "Good morning" };
  const ids: string[] = [];
  for (let i = 0; i < apps; i += 1) {
    const id = await newApp(person, "demo-chat:ttft=1,tps=2000");
    ids.push(id);
    await callJson(person, `/${person.slug}/forms/app/${id}/edit`, { schedule });
  }
  await server.muster.worker();
  const database = await server.muster.database();
  const due = (ago: string) => database.query(`update apps set next_due = now() - interval '${ago}'`);
  await due("1 second");
  await expect.poll(async () => (await begun(person)).length, { timeout: 20_000 }).toBe(apps);
  // Both have looked again.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const first = await begun(person);
  expect(first.map(({ appId }) => appId).sort()).toEqual([...ids].sort());
  expect(first.every(({ trigger, createdBy }) => trigger === "schedule" && createdBy === person.accountId)).toBe(true);
  await server.current.kill("SIGKILL");
  await due("70 hours");
  await server.restart();
  const again = { ...person, url: server.current.url };
  await expect.poll(async () => (await begun(again)).length, { timeout: 30_000 }).toBe(2 * apps);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await begun(again)).toHaveLength(2 * apps);
  const path = `/${person.slug}/app/${ids[0]}.json`;
  const { app } = await callJson<{ app: App }>(again, path);
  expect(Date.parse(app.schedule.nextDue ?? "")).toBeGreaterThan(Date.now());
});
