import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agent, agents } from "@/lib/contract/agents/schemas";
import { type App, apps } from "@/lib/contract/apps/schemas";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import { type Model, models } from "@/lib/contract/models/schemas";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newApp, newSession, say, settled, testWorker } from "../support/sessions";

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const to = (person: Person, slug = person.slug) => ({ token: person.token, params: { resourceSlug: slug } });

async function list<T>(call: Endpoint, person: Person, query: Record<string, unknown> = {}): Promise<T[]> {
  const answer = await expectOk(callAs(call, { ...to(person), query: query as never }));
  return answer[call.resource] as T[];
}

/** Every page of a list, two rows a page. */
async function pages(call: Endpoint, person: Person, query: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | null = ""; before !== null; ) {
    const at: Record<string, unknown> = { ...query, limit: 2, ...(before && { before }) };
    const page = await expectOk(callAs(call, { ...to(person), query: at as never }));
    ids.push(...(page[call.resource] as { _id: string }[]).map(({ _id }) => _id));
    before = page.next as string | null;
  }
  return ids;
}

describe("filters of lists", () => {
  it("narrow apps by agent and sharing, page by page", async () => {
    const ada = await newPerson();
    const [first, second] = [await newApp(ada), await newApp(ada)];
    const [{ chatAppConfig }] = (await list<App>(apps.list, ada, { sort: "dateCreated", dir: "asc" })) as [App];
    const agentId = chatAppConfig.agentId ?? "";
    const copies: string[] = [];
    for (let i = 0; i < 4; i++) {
      const body = { name: `Copy ${i}`, type: "chat", sharingMode: i % 2 ? "private" : "team", agentId };
      copies.push(String((await expectOk(callAs(apps.add, { ...to(ada), body })))._id));
    }
    expect(await pages(apps.list, ada, { agentId, dir: "asc" })).toEqual([first, ...copies]);
    expect(await pages(apps.list, ada, { sharingMode: "private", dir: "asc" })).toEqual([copies[1], copies[3]]);
    expect(await pages(apps.list, ada, { agentId, sharingMode: "team", q: "copy" })).toEqual([copies[2], copies[0]]);
    expect(await pages(apps.list, ada, { sharingMode: "team", dir: "desc" })).toContain(second);
    expect((await callAs(apps.list, { ...to(ada), query: { sharingMode: "none" } as never })).status).toBe(400);
  });

  it("narrow agents by model and models by provider, and find nothing by another team's ids", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    await newApp(ada);
    await newApp(ada);
    await newApp(bob);
    const [newest, oldest] = await list<Model>(models.list, ada);
    const found = await list<Agent>(agents.list, ada, { modelId: oldest?._id });
    expect(found.map(({ modelId }) => modelId)).toEqual([oldest?._id]);
    expect(await list<Agent>(agents.list, bob, { modelId: oldest?._id })).toEqual([]);
    expect(await pages(models.list, ada, { type: "demo" })).toEqual([newest?._id, oldest?._id]);
    expect(await list<Model>(models.list, ada, { type: "ollama" })).toEqual([]);
  });
});

describe("what lists tell", () => {
  it("is when an app and its agent last ran and how that ended; a session without a run is none", async () => {
    const ada = await newPerson();
    const [well, failing, idle] = [
      await newApp(ada),
      await newApp(ada, { model: "demo-chat:fail=401" }),
      await newApp(ada),
    ];
    for (const app of [well, failing]) {
      const sessionId = await newSession(ada, app);
      await say(ada, sessionId, { message: "Hello" });
      await settled(ada, sessionId);
    }
    await newSession(ada, idle);
    const facts = (await list<App>(apps.list, ada, { dir: "asc" })).map((app) => [
      app._id,
      app.sessionCount,
      app.lastRun !== null,
      app.lastRunStatus,
    ]);
    expect(facts).toEqual([
      [well, 1, true, "completed"],
      [failing, 1, true, "error"],
      [idle, 1, false, null],
    ]);
    const ran = await list<Agent>(agents.list, ada, { dir: "asc" });
    expect(ran.map(({ lastRunStatus }) => lastRunStatus)).toEqual(["completed", "error", null]);
  });

  it("is who changed it last: its maker, until another edits it", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const { db } = await testDatabase();
    await db.insert(teamMembers).values({ teamId: ada.slug, accountId: bob.accountId, permissions: [39] });
    await newApp(ada);
    const editors = async () =>
      [
        ...(await list<App>(apps.list, ada)),
        ...(await list<Agent>(agents.list, ada)),
        ...(await list<Model>(models.list, ada)),
      ].map(({ updatedByName }) => updatedByName);
    expect(new Set(await editors())).toEqual(new Set(["Ada"]));
    const [[app], [agent], [model]] = [
      await list<App>(apps.list, ada),
      await list<Agent>(agents.list, ada),
      await list<Model>(models.list, ada),
    ];
    const as = (ids: Record<string, string | undefined>) => ({
      token: bob.token,
      params: { resourceSlug: ada.slug, ...ids } as never,
      body: { name: "Changed" },
    });
    await expectOk(callAs(apps.edit, as({ appId: app?._id })));
    await expectOk(callAs(agents.edit, as({ agentId: agent?._id })));
    await expectOk(callAs(models.edit, as({ modelId: model?._id })));
    expect(await editors()).toEqual(["Bob", "Bob", "Bob"]);
    const params = { resourceSlug: ada.slug, appId: app?._id ?? "" };
    const copy = await expectOk(callAs(apps.duplicate, { token: ada.token, params }));
    expect((await list<App>(apps.list, ada)).find(({ _id }) => _id === copy._id)?.updatedByName).toBe("Ada");
  });
});
