import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { idempotencyMs } from "@/lib/constants/limits";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { samples } from "@/lib/contract/samples/schemas";
import { Permission } from "@/lib/permissions/bits";
import { idempotencyKeys } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newMember, tokenOf } from "../support/people";
import { newProcess, newTask } from "../support/tasks";

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const demo = { name: "Demo", type: "demo", model: "demo-chat" };
const agentOf = (modelId: unknown) => ({
  name: "Guide",
  role: "r",
  goal: "g",
  backstory: "b",
  modelId: String(modelId),
});

async function made(person: Person) {
  const model = await expectOk(callAs(models.add, { ...to(person), body: demo }));
  const agent = await expectOk(callAs(agents.add, { ...to(person), body: agentOf(model._id) }));
  const app = await expectOk(
    callAs(apps.add, { ...to(person), body: { name: "Chat", type: "chat", sharingMode: "team", agentId: agent._id } }),
  );
  return { modelId: String(model._id), agentId: String(agent._id), appId: String(app._id) };
}

describe("models", () => {
  it("masks secrets in every answer and keeps them when the mask comes back", async () => {
    const ada = await newPerson();
    const secret = "sk-this-is-a-secret-0123456789";
    const body = { name: "GPT", type: "open_ai", model: "gpt-4o", config: { api_key: secret }, force: true };
    const { _id } = await expectOk(callAs(models.add, { ...to(ada), body }));
    const at = { token: ada.token, params: { resourceSlug: ada.slug, modelId: String(_id) } };
    const { model } = (await expectOk(callAs(models.get, at))) as {
      model: { config: { api_key: string }; contextWindow: number; inputPrice: number };
    };
    expect(JSON.stringify(model)).not.toContain(secret);
    expect(model).toMatchObject({ config: { api_key: "••••6789" }, contextWindow: 128_000, inputPrice: 2.5 });
    await expectOk(callAs(models.edit, { ...at, body: { name: "GPT 2", config: model.config, force: true } }));
    const copy = await expectOk(callAs(models.duplicate, at));
    const { model: copied } = (await expectOk(
      callAs(models.get, { token: ada.token, params: { resourceSlug: ada.slug, modelId: String(copy._id) } }),
    )) as { model: object };
    expect(copied).toMatchObject({ name: "Copy of GPT 2", config: { api_key: "••••6789" } });
  });

  it("asks for the secret again when its address changes", async () => {
    const ada = await newPerson();
    const config = { base_url: "http://127.0.0.1:9/", api_key: "a-long-ollama-key" };
    const { _id } = await expectOk(
      callAs(models.add, { ...to(ada), body: { name: "Local", type: "ollama", model: "llama3", config, force: true } }),
    );
    const at = { token: ada.token, params: { resourceSlug: ada.slug, modelId: String(_id) } };
    const moved = await callAs(models.edit, {
      ...at,
      body: { config: { base_url: "http://evil.test/" }, force: true },
    });
    expect(moved.body).toMatchObject({ code: "invalid", issues: [{ path: "config.api_key" }] });
    const tested = await callAs(models.test, {
      ...to(ada),
      body: { type: "ollama", model: "llama3", config: { base_url: "http://evil.test/" }, modelId: String(_id) },
    });
    expect(tested.status).toBe(400);
  });

  it.each([
    [
      "an unreachable host",
      { type: "ollama", model: "llama3", config: { base_url: "http://127.0.0.1:9" } },
      /127\.0\.0\.1:9/,
    ],
    ["a missing key", { type: "anthropic", model: "claude-3-haiku-20240307" }, /API key/],
    [
      "credentials that are no key file",
      { type: "google_vertex", model: "gemini-1.5-pro", config: { credentials: "{}", project: "p" } },
      /service account/i,
    ],
    [
      "a location that would name another host",
      { type: "google_vertex", model: "x", config: { credentials: "{}", project: "p", location: "evil.test/x" } },
      /Location can contain only letters, digits and hyphens/,
    ],
    ["an unknown provider", { type: "nobody", model: "x" }, /provider/i],
    ["an address that is none", { type: "ollama", model: "llama3", config: { base_url: "ftp://x" } }, /must be a URL/],
  ])("says of %s what is wrong", async (_, wrong, sentence) => {
    const ada = await newPerson();
    const reply = await callAs(models.add, { ...to(ada), body: { name: "Model", ...wrong } });
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toMatch(sentence);
  });

  it("keeps the team's default models, and forgets a deleted one", async () => {
    const ada = await newPerson();
    const { modelId } = await made(ada);
    await expectOk(callAs(models.setDefault, { ...to(ada), body: { modelId, modelType: "llm" } }));
    expect((await expectOk(callAs(models.defaults, to(ada)))) as object).toMatchObject({
      llm: { _id: modelId },
      embedding: null,
    });
    expect((await callAs(models.setDefault, { ...to(ada), body: { modelId, modelType: "embedding" } })).status).toBe(
      400,
    );
    await expectOk(
      callAs(models.remove, { token: ada.token, params: { resourceSlug: ada.slug, modelId }, body: { force: true } }),
    );
    expect(await expectOk(callAs(models.defaults, to(ada)))).toMatchObject({ llm: null });
    // Without the permission to create data sources, the sample has no guide.
    expect(await expectOk(callAs(datasources.list, to(ada)))).toMatchObject({ datasources: [] });
  });
});

describe("a model that becomes one of the other kind", () => {
  it("is no default any more, and does not under an agent that uses it or an app that it leads", async () => {
    const ada = await newPerson();
    const { _id: modelId } = (await expectOk(callAs(models.add, { ...to(ada), body: demo }))) as { _id: string };
    const at = { token: ada.token, params: { resourceSlug: ada.slug, modelId } };
    await expectOk(callAs(models.setDefault, { ...to(ada), body: { modelId, modelType: "llm" } }));
    await expectOk(callAs(models.edit, { ...at, body: { model: "demo-embed" } }));
    expect(await expectOk(callAs(models.defaults, to(ada)))).toEqual({ llm: null, embedding: null });
    await expectOk(callAs(models.setDefault, { ...to(ada), body: { modelId, modelType: "embedding" } }));
    await expectOk(callAs(models.remove, at));
    expect(await expectOk(callAs(models.defaults, to(ada)))).toEqual({ llm: null, embedding: null });
    const used = await made(ada);
    const change = (id: string) =>
      callAs(models.edit, {
        token: ada.token,
        params: { resourceSlug: ada.slug, modelId: id },
        body: { model: "demo-embed" },
      });
    const refused = await change(used.modelId);
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "model" }] } });
    expect(JSON.stringify(refused.body)).toContain("Guide");
    const manager = await expectOk(callAs(models.add, { ...to(ada), body: demo }));
    const taskId = await newTask(ada, "Launch", { agentId: used.agentId });
    const led = { process: "hierarchical", managerModelId: manager._id, agentIds: [used.agentId] };
    await newProcess(ada, [taskId], led);
    const refusedToo = await change(String(manager._id));
    expect(refusedToo).toMatchObject({ status: 400, body: { issues: [{ path: "model" }] } });
    expect(JSON.stringify(refusedToo.body)).toContain("Process");
  });
});

describe("what is in use", () => {
  it("is not deleted without force, and force removes the references", async () => {
    const ada = await newPerson();
    const { modelId, agentId, appId } = await made(ada);
    const refused = await callAs(models.remove, { token: ada.token, params: { resourceSlug: ada.slug, modelId } });
    expect(refused.body).toMatchObject({ code: "conflict", usedBy: [{ type: "agent", _id: agentId, name: "Guide" }] });
    const agentAt = { token: ada.token, params: { resourceSlug: ada.slug, agentId } };
    expect((await callAs(agents.remove, agentAt)).body).toMatchObject({ usedBy: [{ type: "app", _id: appId }] });
    await expectOk(callAs(agents.remove, { ...agentAt, body: { force: true } }));
    const { app } = (await expectOk(
      callAs(apps.get, { token: ada.token, params: { resourceSlug: ada.slug, appId } }),
    )) as { app: object };
    expect(app).toMatchObject({ chatAppConfig: { agentId: null }, agentName: null });
  });
});

describe("edits", () => {
  it("change only what is sent and refuse an old version with the present object", async () => {
    const ada = await newPerson();
    const { agentId, appId } = await made(ada);
    const at = { token: ada.token, params: { resourceSlug: ada.slug, agentId } };
    await expectOk(callAs(agents.edit, { ...at, body: { goal: "another", version: 1 } }));
    const stale = await callAs(agents.edit, { ...at, body: { goal: "mine", version: 1 } });
    expect(stale.body).toMatchObject({ code: "conflict", agent: { goal: "another", role: "r", version: 2 } });
    const appAt = { token: ada.token, params: { resourceSlug: ada.slug, appId } };
    await expectOk(callAs(apps.edit, { ...appAt, body: { conversationStarters: ["Hi"], tags: ["a"] } }));
    await expectOk(callAs(apps.edit, { ...appAt, body: { name: "Renamed" } }));
    const { app } = (await expectOk(callAs(apps.get, appAt))) as { app: object };
    expect(app).toMatchObject({
      name: "Renamed",
      tags: ["a"],
      chatAppConfig: { conversationStarters: ["Hi"], agentId },
    });
    expect((await callAs(apps.edit, { ...appAt, body: { type: "process" } })).status).toBe(400);
  });
});

describe("edits at the same moment", () => {
  it("take one of those that start from the same version", async () => {
    const ada = await newPerson();
    const { modelId, agentId, appId } = await made(ada);
    const at = { token: ada.token, params: { resourceSlug: ada.slug, modelId, agentId, appId } };
    for (const { edit } of [agents, apps, models]) {
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, i) => callAs(edit, { ...at, body: { name: `Name ${i}`, version: 1 } } as never)),
      );
      const statuses = replies.map(({ status }) => status).sort();
      expect([edit.name, statuses]).toEqual([edit.name, [200, ...Array.from({ length: 7 }, () => 409)]]);
    }
  });

  it("lose nothing when each changes something else", async () => {
    const ada = await newPerson();
    const { appId } = await made(ada);
    const appAt = { token: ada.token, params: { resourceSlug: ada.slug, appId } };
    const changes = [
      { conversationStarters: ["Hi"] },
      { maxMessages: 77 },
      { sharingMode: "private" },
      { tags: ["t"] },
    ];
    await Promise.all(changes.map((body) => expectOk(callAs(apps.edit, { ...appAt, body }))));
    const { app } = (await expectOk(callAs(apps.get, appAt))) as { app: object };
    expect(app).toMatchObject({
      chatAppConfig: { conversationStarters: ["Hi"], maxMessages: 77 },
      sharingConfig: { mode: "private" },
      tags: ["t"],
      version: 5,
    });
  });
});

describe("lists", () => {
  it("page without gaps or repeats, whatever the order, and search", async () => {
    const ada = await newPerson();
    const { modelId } = await made(ada);
    for (let i = 0; i < 6; i += 1)
      await expectOk(
        callAs(agents.add, {
          ...to(ada),
          body: { ...agentOf(modelId), name: i % 2 ? "Same name" : `Agent 100%_${i}` },
        }),
      );
    for (const query of [{}, { sort: "name" }, { sort: "name", dir: "desc" }, { sort: "dateUpdated", dir: "asc" }]) {
      const seen: string[] = [];
      let before: string | null | undefined;
      do {
        const page = (await expectOk(
          callAs(agents.list, { ...to(ada), query: { ...query, limit: "2", ...(before ? { before } : {}) } as never }),
        )) as { agents: { _id: string }[]; next: string | null };
        seen.push(...page.agents.map(({ _id }) => _id));
        before = page.next;
      } while (before);
      expect(new Set(seen).size, JSON.stringify(query)).toBe(7);
      expect(seen).toHaveLength(7);
    }
    const found = (await expectOk(callAs(agents.list, { ...to(ada), query: { q: "100%_" } }))) as { agents: unknown[] };
    expect(found.agents).toHaveLength(3);
    const unknown = await callAs(agents.list, { ...to(ada), query: { before: "agent_unknown" } });
    expect(unknown.status).toBe(400);
  });
});

describe("the sample", () => {
  it("is made once, however often it is asked for", async () => {
    const ada = await newPerson();
    const replies = await Promise.all(Array.from({ length: 4 }, () => expectOk(callAs(samples.add, to(ada)))));
    expect(new Set(replies.map(({ appId }) => appId)).size).toBe(1);
    const list = (await expectOk(callAs(apps.list, to(ada)))) as { apps: unknown[] };
    expect(list.apps).toHaveLength(1);
    // Its agent searches the guide.
    const guide = { name: "Muster guide", sourceType: "file", usedBy: 1 };
    expect(await expectOk(callAs(datasources.list, to(ada)))).toMatchObject({ datasources: [guide] });
  });

  it("needs the permissions of all that it makes, and of no more", async () => {
    const ada = await newPerson();
    const place = { orgId: ada.orgId, slug: ada.slug };
    const take = async (...teamBits: number[]) => {
      const token = await tokenOf(await newMember(place, { orgBits: [], teamBits }));
      return callAs(samples.add, { token, params: { resourceSlug: ada.slug } });
    };
    const refusedFor = (permission: number) => ({ status: 403, body: { code: "forbidden", permission } });
    expect(await take(Permission.CREATE_APP)).toMatchObject(refusedFor(Permission.CREATE_AGENT));
    const both = [Permission.CREATE_APP, Permission.CREATE_AGENT];
    expect(await take(...both)).toMatchObject(refusedFor(Permission.CREATE_MODEL));
    expect(await take(...both.slice(1), Permission.CREATE_MODEL)).toMatchObject(refusedFor(Permission.CREATE_APP));
    expect(((await expectOk(callAs(agents.list, to(ada)))) as { agents: unknown[] }).agents).toEqual([]);
    await expectOk(callAs(models.add, { ...to(ada), body: { name: "Demo", type: "demo", model: "demo-chat" } }));
    const first = await take(...both);
    expect(first.status).toBe(200);
    // The team's default is the model's to change.
    expect(await expectOk(callAs(models.defaults, to(ada)))).toMatchObject({ llm: null });
    // Without the permission to create data sources, the sample has no guide.
    expect(await expectOk(callAs(datasources.list, to(ada)))).toMatchObject({ datasources: [] });
    // It is there already.
    expect((await take(Permission.CREATE_APP)).body).toEqual(first.body);
  });
});

describe("idempotency", () => {
  it("answers the first answer again, and refuses another body under the same key", async () => {
    const ada = await newPerson();
    const { modelId } = await made(ada);
    const call = (name: string) =>
      callAs(agents.add, { ...to(ada), body: { ...agentOf(modelId), name }, headers: { "idempotency-key": "key-1" } });
    const [first, again, other] = [await call("Once"), await call("Once"), await call("Twice")];
    expect(again.body).toEqual(first.body);
    expect(other.status).toBe(409);
  });

  it("takes a key anew after a day, once", async () => {
    const ada = await newPerson();
    const { modelId } = await made(ada);
    const { db } = await testDatabase();
    const call = () =>
      callAs(agents.add, { ...to(ada), body: agentOf(modelId), headers: { "idempotency-key": "key-2" } });
    const first = await expectOk(call());
    const id = createHash("sha256").update(`${ada.accountId} ${agents.add.name} key-2`).digest("hex");
    const old = { dateCreated: new Date(Date.now() - idempotencyMs - 1_000) };
    const aged = await db.update(idempotencyKeys).set(old).where(eq(idempotencyKeys.id, id)).returning();
    expect(aged).toHaveLength(1);
    const later = await Promise.all([call(), call(), call()]);
    const ids = new Set(later.map(({ body }) => (body as { _id: string })._id));
    expect([ids.size, ids.has(String(first._id))]).toEqual([1, false]);
  });
});
