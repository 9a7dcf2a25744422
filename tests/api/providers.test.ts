import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { type Provider, providers } from "@/lib/contract/providers/schemas";
import { sealSecret } from "@/lib/server/platform/crypto/secrets";
import { models as modelTable } from "@/lib/server/platform/db/tables/models";
import { newId } from "@/lib/server/platform/ids/ids";
import { adoptCredentials } from "@/lib/server/resources/models/adopt-credentials";
import { afterFile } from "../support/cleanups";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { startOpenAiStandin } from "../support/standins/open-ai";

const standin = openAiForAll();

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const of = (person: Person, providerId: string, slug = person.slug) => ({
  token: person.token,
  params: { resourceSlug: slug, providerId },
});
const ofModel = (person: Person, modelId: string) => ({
  token: person.token,
  params: { resourceSlug: person.slug, modelId },
});
const openAi = (key: string | null) => ({ name: "Our OpenAI", type: "open_ai", config: { api_key: String(key) } });
const made = async (person: Person, body: object = openAi(standin().key)) =>
  String((await expectOk(callAs(providers.add, { ...to(person), body: { ...body } })))._id);
async function read(person: Person, id: string): Promise<Provider> {
  return ((await expectOk(callAs(providers.get, of(person, id)))) as { provider: Provider }).provider;
}
async function list(person: Person): Promise<Provider[]> {
  return ((await expectOk(callAs(providers.list, to(person)))) as { providers: Provider[] }).providers;
}
const addModel = (person: Person, body: object) => callAs(models.add, { ...to(person), body: { name: "M", ...body } });
const madeModel = async (person: Person, body: object) => String((await expectOk(addModel(person, body)))._id);
async function readModel(person: Person, id: string) {
  return ((await expectOk(callAs(models.get, ofModel(person, id)))) as { model: Record<string, unknown> }).model;
}

describe("providers", () => {
  it("are added, listed, found, edited and deleted, with secrets masked", async () => {
    const ada = await newPerson();
    const id = await made(ada, openAi("sk-planted-0123456789"));
    expect(await read(ada, id)).toMatchObject({
      name: "Our OpenAI",
      type: "open_ai",
      config: { api_key: "••••6789" },
      usedBy: 0,
      usedIn: [],
      version: 1,
    });
    await expectOk(callAs(providers.edit, { ...of(ada, id), body: { name: "Main", config: { api_key: "••••6789" } } }));
    expect(await list(ada)).toMatchObject([{ _id: id, name: "Main", config: { api_key: "••••6789" }, version: 2 }]);
    await expectOk(callAs(providers.edit, { ...of(ada, id), body: { config: { api_key: "sk-another-9876543210" } } }));
    expect((await read(ada, id)).config).toEqual({ api_key: "••••3210" });
    await expectOk(callAs(providers.remove, of(ada, id)));
    expect(await list(ada)).toEqual([]);
  });

  it("keep their type, and say what is missing", async () => {
    const ada = await newPerson();
    const id = await made(ada);
    expect(await callAs(providers.edit, { ...of(ada, id), body: { type: "groq" } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "type" }] },
    });
    const add = (body: object) => callAs(providers.add, { ...to(ada), body: { name: "P", ...body } as never });
    expect((await add({ type: "anthropic" })).body).toMatchObject({ issues: [{ path: "config.api_key" }] });
    expect((await add({ type: "nobody" })).body).toMatchObject({ issues: [{ path: "type" }] });
    const config = { base_url: "https://models.test/v1", headers: "Host: evil.test" };
    expect((await add({ type: "openai_compatible", config })).body).toMatchObject({
      issues: [{ path: "config.headers" }],
    });
  });

  it("are refused an edit by an outdated version", async () => {
    const ada = await newPerson();
    const id = await made(ada);
    await expectOk(callAs(providers.edit, { ...of(ada, id), body: { name: "Second", version: 1 } }));
    expect(await callAs(providers.edit, { ...of(ada, id), body: { name: "Third", version: 1 } })).toMatchObject({
      status: 409,
      body: { provider: { name: "Second", version: 2 } },
    });
  });

  it("are those of their team only", async () => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const id = await made(ada);
    for (const call of [providers.get, providers.models])
      expect((await callAs(call, of(eve, id, eve.slug))).status).toBe(404);
    expect((await callAs(providers.edit, { ...of(eve, id), body: { name: "Mine" } })).status).toBe(404);
    expect((await callAs(providers.remove, { ...of(eve, id), body: { force: true } })).status).toBe(404);
    const config = { api_key: "••••cdef" };
    const test = { type: "open_ai", config, providerId: id } as const;
    expect((await callAs(providers.test, { ...to(eve), body: test })).status).toBe(404);
    expect((await addModel(eve, { providerId: id, model: "gpt-4o" })).body).toMatchObject({
      issues: [{ path: "providerId" }],
    });
    expect(await read(ada, id)).toMatchObject({ name: "Our OpenAI" });
  });

  it("are tested before and after they are saved", async () => {
    const ada = await newPerson();
    const test = (config: object, providerId?: string) =>
      callAs(providers.test, { ...to(ada), body: { type: "open_ai", config, providerId } as never });
    expect((await test({ api_key: standin().key })).body).toMatchObject({ ok: true, models: 5 });
    const wrong = await test({ api_key: "sk-wrong-0123456789" });
    expect(wrong.body).toMatchObject({ ok: false, message: expect.stringMatching(/API key/) });
    expect(JSON.stringify(wrong.body)).not.toContain("sk-wrong-0123456789");
    const id = await made(ada);
    const { config } = await read(ada, id);
    expect((await test(config, id)).body).toMatchObject({ ok: true });
  });
});

describe("a model", () => {
  it("takes a provider in place of credentials", async () => {
    const ada = await newPerson();
    const providerId = await made(ada);
    const first = await madeModel(ada, { providerId, model: "gpt-4o" });
    const second = await madeModel(ada, { providerId, model: "text-embedding-3-small" });
    expect(await readModel(ada, first)).toMatchObject({
      providerId,
      providerName: "Our OpenAI",
      type: "open_ai",
      modelType: "llm",
      config: { api_key: "••••cdef" },
    });
    expect(await readModel(ada, second)).toMatchObject({ providerId, modelType: "embedding", embeddingLength: 384 });
    expect(await read(ada, providerId)).toMatchObject({ usedBy: 2 });
    const listed = await expectOk(callAs(models.list, { ...to(ada), query: { providerId } }));
    expect((listed as { models: unknown[] }).models).toHaveLength(2);
    const copy = await expectOk(callAs(models.duplicate, ofModel(ada, first)));
    expect(await readModel(ada, String(copy._id))).toMatchObject({ providerId });
    expect(await list(ada)).toHaveLength(1);
  });

  it("with credentials joins the provider that has the same ones", async () => {
    const ada = await newPerson();
    const providerId = await made(ada);
    const { type, config } = openAi(standin().key);
    const [joined, other] = [
      await madeModel(ada, { type, config, model: "gpt-4o" }),
      await madeModel(ada, { type, config: { api_key: "sk-another" }, model: "gpt-4o", force: true }),
    ];
    expect(await readModel(ada, joined)).toMatchObject({ providerId });
    expect(await readModel(ada, other)).toMatchObject({ providerName: "OpenAI" });
    // Editing the credentials of one model leaves the others of its provider alone.
    await expectOk(
      callAs(models.edit, { ...ofModel(ada, joined), body: { config: { api_key: "sk-another" }, force: true } }),
    );
    expect((await readModel(ada, joined)).providerId).toBe((await readModel(ada, other)).providerId);
    expect(await read(ada, providerId)).toMatchObject({ usedBy: 0, config: { api_key: "••••cdef" } });
    expect(await list(ada)).toHaveLength(2);
  });

  it("makes one provider when several are added simultaneously", async () => {
    const ada = await newPerson();
    const body = { type: "open_ai", config: { api_key: standin().key }, model: "gpt-4o" };
    await Promise.all(Array.from({ length: 5 }, () => madeModel(ada, body)));
    expect(await list(ada)).toMatchObject([{ name: "OpenAI", usedBy: 5 }]);
  });

  it("keeps its own fields beside the provider's, and refuses credentials that are not the provider's", async () => {
    const ada = await newPerson();
    const config = {
      api_key: "azure-key-0123456789",
      azure_endpoint: "https://x.openai.azure.com",
      api_version: "2024-10-21",
    };
    const providerId = await made(ada, { name: "Azure", type: "azure", config });
    const body = { providerId, model: "gpt-4o", config: { azure_deployment: "chat" }, force: true };
    const [one, two] = [
      await madeModel(ada, body),
      await madeModel(ada, { ...body, config: { azure_deployment: "chat-2" } }),
    ];
    expect(await readModel(ada, one)).toMatchObject({ config: { azure_deployment: "chat", api_key: "••••6789" } });
    expect(await readModel(ada, two)).toMatchObject({ config: { azure_deployment: "chat-2" } });
    expect((await read(ada, providerId)).config).not.toHaveProperty("azure_deployment");
    const own = { providerId, config: { azure_deployment: "chat", api_key: "azure-key-of-another" } };
    expect((await addModel(ada, { ...body, ...own })).body).toMatchObject({ issues: [{ path: "config" }] });
    expect((await addModel(ada, { ...body, config: {} })).body).toMatchObject({
      issues: [{ path: "config.azure_deployment" }],
    });
    expect((await addModel(ada, { ...body, type: "groq" })).body).toMatchObject({ issues: [{ path: "type" }] });
  });

  it("survives its provider, which is deleted only by force", async () => {
    const ada = await newPerson();
    const providerId = await made(ada);
    const modelId = await madeModel(ada, { providerId, model: "gpt-4o" });
    const refused = await callAs(providers.remove, of(ada, providerId));
    expect(refused).toMatchObject({ status: 409, body: { usedBy: [{ type: "model", _id: modelId, name: "M" }] } });
    await expectOk(callAs(providers.remove, { ...of(ada, providerId), body: { force: true } }));
    expect(await readModel(ada, modelId)).toMatchObject({ providerId: null, providerName: null, type: "open_ai" });
    const next = await made(ada);
    const other = await made(ada, { name: "Groq", type: "groq", config: { groq_api_key: "gsk" } });
    const edit = (id: string) => callAs(models.edit, { ...ofModel(ada, modelId), body: { providerId: id } });
    expect((await edit(other)).body).toMatchObject({ issues: [{ path: "type" }] });
    await expectOk(edit(next));
    expect(await readModel(ada, modelId)).toMatchObject({ providerId: next });
  });
});

describe("credentials of models from before there were providers", () => {
  const old = (teamId: string, key: string) => {
    const id = newId("model");
    const sealed = { api_key: sealSecret("model", { teamId, rowId: id }, key) };
    return { id, teamId, name: "Old", type: "open_ai", model: "gpt-4o", modelType: "llm" as const, config: sealed };
  };

  it("are moved to one provider each, once, by whichever server comes first", async () => {
    const [ada, grace] = [await newPerson(), await newPerson("Grace")];
    const { db } = await testDatabase();
    const same = [old(ada.slug, "sk-same-01234567"), old(ada.slug, "sk-same-01234567")];
    const other = old(ada.slug, "sk-other-7654321");
    const azureId = newId("model");
    const key = sealSecret("model", { teamId: ada.slug, rowId: azureId }, "azure-0123456789");
    const azure = {
      ...other,
      id: azureId,
      type: "azure",
      config: {
        api_key: key,
        azure_endpoint: "https://x.openai.azure.com",
        api_version: "v",
        azure_deployment: "chat",
      },
    };
    await db.insert(modelTable).values([...same, other, azure, old(grace.slug, "sk-same-01234567")]);
    await Promise.all([adoptCredentials(db), adoptCredentials(db), adoptCredentials(db)]);
    await adoptCredentials(db);
    expect(await list(grace)).toMatchObject([{ name: "OpenAI", usedBy: 1 }]);
    const found = await list(ada);
    expect(found.map(({ name }) => name).sort()).toEqual(["Azure OpenAI", "OpenAI", "OpenAI 2"]);
    expect(found.map(({ type, usedBy }) => `${type} ${usedBy}`).sort()).toEqual(["azure 1", "open_ai 1", "open_ai 2"]);
    const [one, two] = await Promise.all(same.map(({ id }) => readModel(ada, id)));
    expect(one).toMatchObject({ config: { api_key: "••••4567" }, providerId: two?.providerId, version: 1 });
    expect(await readModel(ada, azureId)).toMatchObject({ config: { azure_deployment: "chat", api_key: "••••6789" } });
    const stored = await db.select().from(modelTable).where(eq(modelTable.teamId, ada.slug));
    expect(stored.map(({ config }) => JSON.stringify(config)).sort()).toEqual([
      ...['{"azure_deployment":"chat"}', "{}", "{}", "{}"],
    ]);
  });

  it("stay where they are if they can't be read, and are no reason not to start", async () => {
    const ada = await newPerson();
    const { db } = await testDatabase();
    const damaged = { ...old(ada.slug, "sk-damaged-01234"), config: { api_key: "v1.damaged" } };
    const good = old(ada.slug, "sk-good-01234567");
    await db.insert(modelTable).values([damaged, good]);
    await adoptCredentials(db);
    expect(await list(ada)).toMatchObject([{ usedBy: 1, usedIn: [{ _id: good.id }] }]);
    await db.delete(modelTable).where(eq(modelTable.id, damaged.id));
  });

  it("do not come back for a model whose provider was deleted", async () => {
    const ada = await newPerson();
    const providerId = await made(ada);
    await madeModel(ada, { providerId, model: "gpt-4o" });
    await expectOk(callAs(providers.remove, { ...of(ada, providerId), body: { force: true } }));
    await adoptCredentials((await testDatabase()).db);
    expect(await list(ada)).toEqual([]);
  });
});

describe("a test of the connection", () => {
  it("is not repeated when the name of a model changes, whose own fields stand between the provider's", async () => {
    const ada = await newPerson();
    const config = { azure_endpoint: "http://127.0.0.1:9", api_key: "k-0123456789", api_version: "2024-08-01-preview" };
    const providerId = await made(ada, { name: "Ours", type: "azure", config });
    const own = { config: { azure_deployment: "main" }, model: "gpt-4o" };
    expect((await addModel(ada, { ...own, providerId })).status).toBe(400);
    const id = await madeModel(ada, { ...own, providerId, force: true });
    const edit = (body: object) => callAs(models.edit, { ...ofModel(ada, id), body: { ...own, providerId, ...body } });
    await expectOk(edit({ name: "Later" }));
    expect((await edit({ config: { azure_deployment: "other" } })).status).toBe(400);
    expect(await readModel(ada, id)).toMatchObject({ name: "Later", config: { azure_deployment: "main" }, version: 2 });
  });
});

describe("a model's end of life", () => {
  it("is told with the agents that use the model", async () => {
    const ada = await newPerson();
    const entry = { id: "gpt-4o", deprecation: "2027-03-31T00:00:00Z" };
    const server = await startOpenAiStandin({ modelList: { data: [entry, { id: "gpt-4o-mini" }] } });
    afterFile(server.close);
    const config = { base_url: server.baseUrl, api_key: server.key };
    const providerId = await made(ada, { name: "Ours", type: "openai_compatible", config });
    const modelId = await madeModel(ada, { providerId, model: "gpt-4o" });
    await madeModel(ada, { providerId, model: "gpt-4o-mini" });
    const words = { name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way." };
    const { _id } = await expectOk(callAs(agents.add, { ...to(ada), body: { ...words, modelId } }));
    expect(await expectOk(callAs(providers.models, of(ada, providerId)))).toEqual({
      complete: true,
      models: [
        { model: "gpt-4o", name: null, modelType: null, contextWindow: null, endOfLife: "2027-03-31" },
        { model: "gpt-4o-mini", name: null, modelType: null, contextWindow: null, endOfLife: null },
      ],
      ending: [{ _id: modelId, name: "M", model: "gpt-4o", endOfLife: "2027-03-31", agents: [{ _id, name: "Guide" }] }],
    });
  });
});

describe("an OpenAI-compatible provider", () => {
  it("lists its models and calls them with its own headers", async () => {
    const ada = await newPerson();
    const server = await startOpenAiStandin({ key: "sk-compatible-0123456789" });
    afterFile(server.close);
    const config = { base_url: `${server.baseUrl}/`, api_key: server.key, headers: "X-Team: research-0815" };
    const providerId = await made(ada, { name: "Ours", type: "openai_compatible", config });
    const view = JSON.stringify(await read(ada, providerId));
    expect(view).not.toContain("research-0815");
    expect(view).not.toContain("sk-compatible-0123456789");
    const offered = await expectOk(callAs(providers.models, of(ada, providerId)));
    expect(offered).toMatchObject({ complete: true, ending: [] });
    expect((offered as { models: { model: string }[] }).models.map(({ model }) => model)).toContain("gpt-4o-mini");
    const model = await madeModel(ada, { providerId, model: "gpt-4o-mini" });
    expect(await readModel(ada, model)).toMatchObject({ capabilities: { tools: false, structuredOutput: false } });
    expect(server.requests.every(({ headers }) => headers["x-team"] === "research-0815")).toBe(true);
    server.behave((request) => {
      if (request.body.tools) return { tools: [{ name: "get_weather", input: { city: "Oslo" } }] };
      return request.body.response_format ? { text: '{"city":"Oslo"}' } : {};
    });
    const tested = await callAs(models.test, { ...to(ada), body: { providerId, model: "gpt-4o" } });
    expect(tested.body).toMatchObject({ ok: true, capabilities: { tools: true, structuredOutput: true } });
    const embedding = await madeModel(ada, { providerId, model: "text-embedding-3-small", modelType: "embedding" });
    expect(await readModel(ada, embedding)).toMatchObject({ embeddingLength: 384, capabilities: null });
  });
});
