import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { sessions as contract } from "@/lib/contract/sessions/schemas";
import { claimRuns, type RunRow } from "@/lib/server/engine/runs/lease/lease";
import { runs, sessions } from "@/lib/server/platform/db/tables/sessions";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { workWithOpenAi } from "../support/open-ai";
import { at, newApp, newSession, readSession, say, settled } from "../support/sessions";
import { lastUserText } from "../support/standins/read-request";

ownDatabase();

const db = async () => (await testDatabase()).db;

/** So many runs of a team as they lie in the database, the oldest first, each in a session of its own. */
async function queue(person: Person, count: number, state: Partial<RunRow> = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ({ id: newId("run"), sessionId: newId("session") }));
  const place = { teamId: person.slug, orgId: person.orgId };
  const app = { appName: "Chat", appType: "chat" as const, sharingConfig: { mode: "team" as const, emails: [] } };
  const tables = await db();
  await tables.insert(sessions).values(ids.map(({ sessionId }) => ({ ...place, ...app, id: sessionId, name: "Chat" })));
  await tables.insert(runs).values(
    ids.map((one, i) => {
      const dateCreated = new Date(Date.now() - 60_000 + i);
      return { ...one, teamId: person.slug, status: "queued" as const, dateCreated, ...state };
    }),
  );
  return ids.map(({ id }) => id);
}

const teamsOf = (taken: RunRow[]) => Object.groupBy(taken, ({ teamId }) => teamId);

afterAll(async () => {
  await (await db()).delete(runs);
});

describe("taking runs", () => {
  it("gives another team its turn although 200 runs of one team wait longer", async () => {
    const [many, few] = [await newPerson(), await newPerson("Grace")];
    await queue(many, 200);
    const [one] = await queue(few, 1);
    const taken = await claimRuns(await db(), "worker-a", 4);
    expect(taken).toHaveLength(4);
    expect(taken.map(({ id }) => id)).toContain(one);
  });

  it("counts what is under way, so that a busy team comes after an idle one", async () => {
    const [busy, idle] = [await newPerson(), await newPerson("Grace")];
    await queue(busy, 5, { status: "running", leaseOwner: "w", leaseUntil: new Date(Date.now() + 60_000) });
    await queue(busy, 5);
    await queue(idle, 5);
    const taken = teamsOf(await claimRuns(await db(), "worker-b", 400, await others([busy, idle])));
    expect(taken[busy.slug]).toHaveLength(5);
    await queue(busy, 5);
    await queue(idle, 5);
    const next = await claimRuns(await db(), "worker-b", 5, await others([busy, idle]));
    expect(teamsOf(next)).toEqual({ [idle.slug]: expect.arrayContaining([expect.anything()]) });
  });

  it("lets 300 runs of a team be worked on at the same time, and gives each to one worker only", async () => {
    const person = await newPerson();
    await queue(person, 310);
    const mine = await others([person]);
    const both = await Promise.all(["worker-c", "worker-d"].map(async (id) => claimRuns(await db(), id, 200, mine)));
    const ids = both.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await claimRuns(await db(), "worker-c", 400, mine);
    expect(ids.length + rest.length).toBe(300);
  });

  it("gives no run to two of many workers that ask at the same moment", async () => {
    const person = await newPerson();
    const database = await db();
    const mine = await others([person]);
    for (let round = 0; round < 5; round += 1) {
      const queued = await queue(person, 30);
      const asking = Array.from({ length: 10 }, (_, i) => claimRuns(database, `worker-${round}-${i}`, 30, mine));
      const taken = (await Promise.all(asking)).flat().map(({ id }) => id);
      expect(taken.sort()).toEqual(queued.sort());
    }
  });
});

/** Runs of all teams but these, which a worker is told it has already. */
async function others(people: Person[]): Promise<string[]> {
  const rows = await (await db()).select({ id: runs.id, teamId: runs.teamId }).from(runs);
  return rows.filter(({ teamId }) => people.every(({ slug }) => slug !== teamId)).map(({ id }) => id);
}

describe("a worker with room for two runs of a slow provider", () => {
  it("answers another team next, and all in the end", async () => {
    await (await db()).delete(runs);
    const { standin, end } = await workWithOpenAi({ maxRuns: 2, pollMs: 10_000 });
    onTestFinished(end);
    standin.behave({ text: "Done", ttftMs: 400 });
    const options = { provider: "open_ai", model: "gpt-4o", config: { api_key: standin.key } };
    const [many, few] = [await newPerson(), await newPerson("Grace")];
    const [app, other] = [await newApp(many, options), await newApp(few, options)];
    const asked: [Person, string][] = [];
    for (let i = 0; i < 8; i += 1) asked.push([many, await newSession(many, app)]);
    const own = await newSession(few, other);
    for (const [i, [person, id]] of asked.entries())
      expect((await say(person, id, { message: `many ${i}` })).status).toBe(200);
    await say(few, own, { message: "few" });
    expect((await readSession(few, own)).status).toBe("queued");
    for (const [person, id] of [...asked, [few, own] as const])
      expect((await settled(person, id)).lastRun?.status).toBe("completed");
    // Adding a model asks it, too.
    const order = standin.requests.map(({ body }) => lastUserText(body)).filter((text) => /^(many|few)/.test(text));
    expect(order).toHaveLength(9);
    expect(order.indexOf("few")).toBeLessThanOrEqual(4);
  });

  it("refuses a run when 300 of the team wait already, with a time to try again", async () => {
    const person = await newPerson();
    const sessionId = await newSession(person, await newApp(person));
    await queue(person, 300);
    const reply = await say(person, sessionId, { message: "One more" });
    expect([reply.status, reply.body]).toMatchObject([
      429,
      { code: "rate_limited", error: expect.stringMatching(/300/) },
    ]);
    expect(reply.response.headers.get("retry-after")).toBe("5");
    const stranger = await newPerson("Grace");
    const theirs = await newSession(stranger, await newApp(stranger));
    expect((await say(stranger, theirs, { message: "Mine" })).status).toBe(200);
    await callAs(contract.cancel, at(stranger, theirs));
  });
});
