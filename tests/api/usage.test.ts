import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { type UsageDay, type UsageFigures, type UsageShare, usage } from "@/lib/contract/usage/schemas";
import { modelCalls } from "@/lib/server/platform/db/tables/usage";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson, type Person, send } from "../support/client";
import { testDatabase } from "../support/database";
import { at, joinTeam, newApp, newSession, readSession, say, settled, testWorker } from "../support/sessions";

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = (await testWorker()).stop;
});
afterAll(() => stop());

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const today = new Date().toISOString().slice(0, 10);

interface Answer {
  from: string;
  to: string;
  totals: UsageFigures;
  days: UsageDay[];
  apps: UsageShare[];
  models: UsageShare[];
  members: UsageShare[];
}
const read = async (person: Person, query = {}) =>
  (await expectOk(callAs(usage.get, { ...to(person), query }))) as unknown as Answer;

/** A session with one answered message; a million tokens of the model cost the price. */
async function spend(person: Person, price: number | null): Promise<string> {
  const sessionId = await newSession(person, await newApp(person));
  const { models: all } = (await expectOk(callAs(models.list, to(person)))) as { models: { _id: string }[] };
  const params = { resourceSlug: person.slug, modelId: String(all[0]?._id) };
  const body = { inputPrice: price, outputPrice: price };
  await expectOk(callAs(models.edit, { token: person.token, params, body }));
  await say(person, sessionId, { message: "How are you?" });
  await settled(person, sessionId);
  return sessionId;
}

describe("usage", () => {
  it("adds up what the team's sessions have used", async () => {
    const ada = await newPerson();
    const spent = [await spend(ada, 1_000), await spend(ada, 2_000), await spend(ada, null)];
    const usages = await Promise.all(spent.map(async (id) => (await readSession(ada, id)).usage));
    const sum = (pick: (one: { inputTokens: number; outputTokens: number; costUsd: number | null }) => number) =>
      usages.reduce((total, one) => total + pick(one), 0);
    const found = await read(ada);
    expect(found.totals).toEqual({
      runs: 3,
      calls: 3,
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      costUsd: sum(({ costUsd }) => costUsd ?? 0),
      unpricedCalls: 1,
    });
    expect(found.totals.costUsd).toBeGreaterThan(0);
    expect(found).toMatchObject({ to: today, members: [{ name: "Ada", runs: 3 }] });
    expect(found.days).toHaveLength(30);
    expect(found.days.at(-1)).toEqual({ day: today, ...found.totals });
    for (const shares of [found.apps, found.models]) {
      expect(shares.map(({ costUsd }) => costUsd)).toEqual(
        usages.map(({ costUsd }) => costUsd ?? 0).sort((a, b) => b - a),
      );
    }
  });

  it("keeps counting what was deleted", async () => {
    const ada = await newPerson();
    const sessionId = await spend(ada, 1);
    const { appId } = await readSession(ada, sessionId);
    const before = await read(ada);
    await expectOk(callAs(sessions.remove, at(ada, sessionId)));
    const params = { resourceSlug: ada.slug, appId: String(appId) };
    await expectOk(callAs(apps.remove, { token: ada.token, params }));
    const after = await read(ada);
    expect(after.totals).toEqual(before.totals);
    expect(after.apps).toMatchObject([{ name: "Deleted app", _id: appId }]);
  });

  it("names what had no app by its purpose", async () => {
    const ada = await newPerson();
    const { db } = await testDatabase();
    const call = { teamId: ada.slug, modelId: "model_x", outputTokens: 0 };
    await db.insert(modelCalls).values([
      { ...call, runId: newId("job"), inputTokens: 2 },
      { ...call, runId: newId("job"), inputTokens: 2 },
      { ...call, runId: newId("call"), inputTokens: 1 },
    ]);
    const used = await read(ada);
    expect(used.apps).toMatchObject([
      { name: "Indexing", _id: null, calls: 2 },
      { name: "Search", _id: null, calls: 1 },
    ]);
    expect(used.members).toMatchObject([{ name: "System", calls: 3 }]);
    const { response } = await send("GET", `/${ada.slug}/usage.csv`, undefined, { token: ada.token });
    expect(await response.text()).toContain(`${today},Indexing,`);
  });

  it("names a private app only to who may use it", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    await joinTeam(bob, ada.slug);
    const { appId } = await readSession(ada, await spend(ada, 1));
    const params = { resourceSlug: ada.slug, appId: String(appId) };
    await expectOk(
      callAs(apps.edit, { token: ada.token, params, body: { name: "Secret plan", sharingMode: "private" } }),
    );
    expect((await read(ada)).apps).toMatchObject([{ name: "Secret plan" }]);
    const seen = { ...bob, slug: ada.slug };
    expect((await read(seen)).apps).toMatchObject([{ name: "Private app" }]);
    const { response } = await send("GET", `/${ada.slug}/usage.csv`, undefined, { token: bob.token });
    expect(await response.text()).not.toContain("Secret plan");
  });

  it("is a table for a spreadsheet that runs nothing", async () => {
    const ada = await newPerson();
    const { appId } = await readSession(ada, await spend(ada, 1));
    const params = { resourceSlug: ada.slug, appId: String(appId) };
    await expectOk(callAs(apps.edit, { token: ada.token, params, body: { name: '=HYPERLINK("x"),1' } }));
    const { response } = await send("GET", `/${ada.slug}/usage.csv?from=${today}`, undefined, { token: ada.token });
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="usage-${today}-${today}.csv"`);
    const [header, line, end] = (await response.text()).split("\r\n");
    expect(header).toBe("day,app,model,member,runs,calls,inputTokens,outputTokens,costUsd,unpricedCalls");
    expect(line).toContain(`${today},"'=HYPERLINK(""x""),1",Model,Ada,1,1,`);
    expect(end).toBe("");
  });

  it.each([
    [{ from: "2026-02-30" }, "from"],
    [{ from: "yesterday" }, "from"],
    [{ from: "2026-02-02", to: "2026-02-01" }, "from"],
    [{ from: "2020-01-01", to: "2026-01-01" }, "from"],
  ])("refuses %j with a sentence at the field", async (query, path) => {
    const { status, body } = await callAs(usage.get, { ...to(await newPerson()), query });
    expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  it("is the team's own", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    await spend(ada, 1);
    expect((await read(mallory)).totals.calls).toBe(0);
    const { params } = to(ada);
    expect((await callAs(usage.get, { token: mallory.token, params })).status).toBe(404);
    expect((await callAs(usage.csv, { token: mallory.token, params })).status).toBe(404);
  });
});
