import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ProviderId } from "@/lib/constants/providers";
import { providers } from "@/lib/constants/providers";
import { followSession, openSocket } from "../support/live-reader";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { type Ending, type Muster, onEmbedded } from "../support/many-processes";
import { Planted } from "../support/planted";
import { codeOf } from "../support/signing-in";
import { type SourceTable, sourceTable, writeArticles } from "../support/source-table";

let muster: Muster;
let server: Ending & { url: string };
let echo: LoopbackServer;
let source: SourceTable;
let asked = 0;
beforeAll(async () => {
  // A provider that says everything back that it was sent: in its headers, its reason and its error.
  echo = await loopbackServer((request, response) => {
    asked += 1;
    const sent = [request.url, ...Object.values(request.headers)].join(" ");
    response.writeHead(401, {
      "content-type": "application/json",
      "x-heard": encodeURIComponent(sent).slice(0, 4_000),
    });
    response.end(
      JSON.stringify({ error: { message: `Incorrect API key provided: ${sent}`, type: "auth", code: 401 } }),
    );
  });
  const bases = ["OPENAI", "ANTHROPIC", "GROQ", "GOOGLE", "VERTEX", "NOTION", "AIRTABLE", "HUBSPOT"].map((name) => [
    `${name}_BASE_URL`,
    echo.url,
  ]);
  source = await sourceTable();
  await writeArticles(source, 3, 1);
  muster = await onEmbedded();
  const loud = { LOG_LEVEL: "trace", OUTBOUND_ALLOW: "127.0.0.1", RATE_LIMIT_SCALE: "1000" };
  server = await muster.server({ ...Object.fromEntries(bases), ...loud });
}, 60_000);
afterAll(async () => {
  await muster.end();
  await echo.close();
  await source.stop();
}, 30_000);

it("secrets are in no answer, socket, line of the log, row or file", { timeout: 120_000 }, async () => {
  const planted = new Planted();
  const found: string[] = [];
  let token = "";
  let slug = "";

  /** Answers what came back, which must hold no secret; signing in alone answers a token. */
  async function call(path: string, body?: unknown, how: { raw?: string; answersToken?: true } = {}) {
    const answer = await fetch(`${server.url}${path}`, {
      method: body === undefined && how.raw === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: how.raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await answer.text();
    if (!how.answersToken) found.push(...planted.foundIn(path, JSON.stringify([...answer.headers]) + text));
    return {
      status: answer.status,
      json: answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {},
    };
  }

  const email = `ada-${randomUUID()}@example.test`;
  const password = planted.plant("password");
  await call("/forms/account/register", { name: "Ada", email, password });
  await call("/forms/account/login", { email, password: planted.plant("wrong password") });
  await call("/forms/account/login", {
    email: { no: "text" },
    password: planted.plant("password beside a wrong e-mail"),
  });
  await call("/forms/account/login", undefined, {
    raw: `{"email":"${email}","password":"${planted.plant("broken JSON")}`,
  });
  await call("/forms/account/verify", { token: planted.plant("mailed link") });
  const signedIn = await call("/forms/account/login", { email, password }, { answersToken: true });
  token = planted.keep("session token", String(signedIn.json.token));
  slug = (await call("/account.json")).json.account.currentTeam;
  const next = planted.plant("new password");
  await call("/forms/account/changepassword", { current: planted.plant("wrong current password"), password: next });
  expect((await call("/forms/account/changepassword", { current: password, password: next })).status).toBe(200);

  const twoFactor = (path: string, body: object) =>
    call(`/forms/account/twofactor/${path}`, body, { answersToken: true });
  const secret = planted.keep("two-factor secret", (await twoFactor("begin", { password: next })).json.secret);
  await call("/forms/account/twofactor/begin", { password: planted.plant("wrong password of a proof") });
  const { recoveryCodes } = (await twoFactor("on", { code: codeOf(secret) })).json;
  for (const code of recoveryCodes) planted.keep("recovery code", code);
  await call("/forms/account/login", { email, password: next, code: planted.plant("wrong code") });
  for (const path of ["/account/security.json", "/forms/account/export"]) expect((await call(path)).status).toBe(200);

  const made = await call(
    "/forms/account/apikey/add",
    { name: "Key", expirationDays: null, password: next },
    { answersToken: true },
  );
  await call("/forms/account/apikey/add", {
    name: "Key",
    expirationDays: null,
    password: planted.plant("wrong password of a key"),
  });
  planted.keep("rotated key", String(made.json.secret));
  const rotated = await call(
    `/forms/account/apikey/${made.json.key._id}/increment`,
    { password: next },
    { answersToken: true },
  );
  const key = planted.keep("API key", String(rotated.json.secret));
  await call("/apikeys.json");
  const session = token;
  token = key;
  expect((await call(`/${slug}/agents.json`)).status).toBe(200);
  expect((await call("/apikeys.json")).status).toBe(403);
  (await openSocket(server.url, key)).disconnect();
  token = session;

  const demo = { name: "Demo", type: "demo", model: "demo-chat:ttft=1,tps=2000", modelType: "llm" };
  const { _id: demoId } = (await call(`/${slug}/forms/model/add`, demo)).json;
  const guide = { name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way.", modelId: demoId };
  const { _id: guideId } = (await call(`/${slug}/forms/agent/add`, guide)).json;
  const door = { name: "Door", type: "chat", sharingMode: "public", agentId: guideId };
  const { _id: doorId } = (await call(`/${slug}/forms/app/add`, door)).json;
  const { shareId } = (await call(`/${slug}/forms/sharelink/add`, { appId: doorId })).json;
  const visit = { id: doorId, shareId };
  const begun = await call(`/s/${slug}/forms/session/add`, visit, { answersToken: true });
  token = planted.keep("visitor token", String(begun.json.visitorToken));
  const visitorSocket = await openSocket(server.url, token);
  const visited = await followSession(visitorSocket, begun.json._id);
  expect((await call(`/s/${slug}/forms/session/${begun.json._id}/start`, { message: "Hello" })).status).toBe(200);
  expect(await visited.ended).toBe("completed");
  visitorSocket.disconnect();
  for (const path of ["/s/account.json", `/s/${slug}/session/${begun.json._id}/messages.json`])
    expect((await call(path)).status).toBe(200);
  token = session;
  await call(`/${slug}/sharelinks.json`);

  const ids: string[] = [];
  let unwatched = { path: "", message: "" };
  const llms = Object.keys(providers).filter((type) => !["fastembed", "demo"].includes(type)) as ProviderId[];
  for (const type of llms) {
    const model = { name: type, type, model: "some-model", modelType: "llm", contextWindow: 8_192 };
    await call(`/${slug}/forms/model/test`, { ...model, config: planted.config(type, echo.url) });
    await call(`/${slug}/forms/model/add`, { ...model, config: planted.config(type, echo.url) });
    const added = await call(`/${slug}/forms/model/add`, {
      ...model,
      config: planted.config(type, echo.url),
      force: true,
    });
    expect([type, added.status]).toEqual([type, 200]);
    const modelId = added.json._id;
    await call(`/${slug}/forms/model/${modelId}/edit`, {
      config: planted.config(type, `${echo.url}/moved`),
      force: true,
    });
    await call(`/${slug}/forms/model/${modelId}/duplicate`, {});
    const { providerId } = (await call(`/${slug}/model/${modelId}.json`)).json.model;
    for (const part of ["", "/models"]) await call(`/${slug}/provider/${providerId}${part}.json`);
    await call(`/${slug}/forms/provider/test`, { type, config: planted.config(type, echo.url) });
    const one = { name: type, type, config: planted.config(type, echo.url) };
    const { _id } = (await call(`/${slug}/forms/provider/add`, one)).json;
    await call(`/${slug}/forms/provider/${_id}/edit`, { config: planted.config(type, `${echo.url}/moved`) });
    await call(`/${slug}/provider/${_id}/models.json`);
    ids.push(modelId);
  }

  const defaultValue = planted.plant("secret variable");
  const secretName = "gate-code";
  const variable = { name: secretName, defaultValue, secret: true };
  const { _id: variableId } = (await call(`/${slug}/forms/variable/add`, variable)).json;
  await call(`/${slug}/forms/variable/add`, { ...variable, defaultValue: planted.plant("variable of a taken name") });
  await call(`/${slug}/forms/variable/${variableId}/edit`, { defaultValue: planted.plant("edited variable") });
  await call(`/${slug}/forms/variable/${variableId}/edit`, { secret: false });
  await call(`/${slug}/forms/variable/${variableId}/duplicate`, {});
  await call(`/${slug}/variable/${variableId}.json`);

  const vectors = (what: string, path = "") => ({
    name: "Vectors",
    type: "qdrant",
    url: `${echo.url}${path}`,
    config: { api_key: planted.plant(what) },
  });
  await call(`/${slug}/forms/vectordb/test`, vectors("tested vector DB"));
  await call(`/${slug}/forms/vectordb/add`, vectors("vector DB that is not reached"));
  const stored = await call(`/${slug}/forms/vectordb/add`, { ...vectors("vector DB"), force: true });
  const vectorDb = `/${slug}/forms/vectordb/${stored.json._id}`;
  await call(`${vectorDb}/edit`, vectors("moved vector DB", "/moved"));
  await call(`${vectorDb}/duplicate`, {});
  await call(`/${slug}/vectordb/${stored.json._id}.json`);

  const tell = (where: string) => ({
    language: "javascript",
    code: "export default async (args, { env }) => { console.log(env.KEY); throw env.KEY; }",
    environmentVariables: { KEY: planted.plant(where) },
  });
  const talker = { name: "Talker", type: "function", definition: tell("tool's environment") };
  const { _id: talkerId } = (await call(`/${slug}/forms/tool/add`, talker)).json;
  await call(`/${slug}/forms/tool/${talkerId}/edit`, { definition: tell("edited environment") });
  const wrong = { ...tell("environment of wrong code"), code: "export default (" };
  await call(`/${slug}/forms/tool/${talkerId}/edit`, { definition: wrong });
  expect((await call(`/${slug}/forms/tool/${talkerId}/test`, { args: {} })).json).toMatchObject({ ok: false });
  await call(`/${slug}/forms/tool/${talkerId}/test`, { args: {}, definition: tell("tried environment") });
  await call(`/${slug}/forms/tool/${talkerId}/duplicate`, {});
  const { revisions } = (await call(`/${slug}/tool/${talkerId}.json`)).json;
  await call(`/${slug}/revision/${revisions[1]._id}.json`);
  await call(`/${slug}/forms/tool/${talkerId}/compare`, { revisionId: revisions[1]._id, confirm: true });
  const asks = (auth: object) => ({
    source: "request",
    request: { method: "GET", url: `${echo.url}/asked` },
    parameters: { type: "object", properties: {} },
    auth,
  });
  for (const auth of [
    { type: "bearer", token: planted.plant("tool's token") },
    { type: "basic", username: "ada", password: planted.plant("tool's password") },
    { type: "apiKey", in: "query", name: "key", value: planted.plant("tool's key") },
  ]) {
    const service = { name: "Service", type: "http", definition: asks(auth) };
    const { _id: serviceId } = (await call(`/${slug}/forms/tool/add`, service)).json;
    await call(`/${slug}/tool/${serviceId}.json`);
    expect((await call(`/${slug}/forms/tool/${serviceId}/test`, { args: {} })).status).toBe(200);
  }
  const headers = { Authorization: `Bearer ${planted.plant("MCP header")}` };
  expect((await call(`/${slug}/forms/tool/discover`, { url: `${echo.url}/mcp`, headers })).status).toBe(400);

  const connect = (connectorId: string, config: object) =>
    call(`/${slug}/forms/datasource/test`, { connectorId, name: connectorId, description: "", config });
  for (const connector of ["notion", "airtable", "hubspot"]) {
    const refused = await connect(connector, { token: planted.plant(`token of ${connector}`) });
    expect([connector, refused.status]).toEqual([connector, 400]);
  }
  const readerPassword = planted.plant("password of a source");
  await source.pool.query(`alter role current_user password '${readerPassword}'`);
  await connect("postgres", { ...source.config, port: 9, password: planted.plant("password of no source") });
  const draft = await connect("postgres", { ...source.config, password: readerPassword });
  expect(draft.status).toBe(200);
  const { datasourceId, discoveredSchema } = draft.json;
  const embedding = { name: "Embeddings", type: "demo", model: "demo-embed", modelType: "embedding" };
  const { _id: embeddingModelId } = (await call(`/${slug}/forms/model/add`, embedding)).json;
  const streamConfig = discoveredSchema.map(({ name }: { name: string }) => ({ name }));
  const connection = { datasourceId, streamConfig, embeddingModelId };
  expect((await call(`/${slug}/forms/datasource/add`, connection)).status).toBe(200);
  const synced = async () => (await call(`/${slug}/datasource/${datasourceId}.json`)).json.datasource;
  await expect.poll(async () => (await synced()).status, { timeout: 20_000 }).toBe("ready");
  expect((await synced()).recordCount).toMatchObject({ succeeded: 3 });
  const moved = { ...source.config, password: planted.plant("changed password of a source") };
  expect((await call(`/${slug}/forms/datasource/${datasourceId}/edit`, { config: moved })).status).toBe(200);
  await call(`/${slug}/forms/datasource/${datasourceId}/sync`, {});
  await expect.poll(async () => (await synced()).status, { timeout: 20_000 }).not.toBe("syncing");
  await call(`/${slug}/airbyte/jobs?datasourceId=${datasourceId}`);

  const socket = await openSocket(server.url, token);
  socket.onAny((event, ...values) => found.push(...planted.foundIn(`socket ${event}`, JSON.stringify(values))));
  for (const modelId of ids) {
    const agent = {
      name: "Guide",
      role: "a guide",
      goal: "Help",
      backstory: "Knows the way.",
      modelId,
      variableIds: [variableId],
    };
    const { _id: agentId } = (await call(`/${slug}/forms/agent/add`, agent)).json;
    const app = { name: "Chat", type: "chat", sharingMode: "team", agentId };
    const { _id: appId } = (await call(`/${slug}/forms/app/add`, app)).json;
    const given = planted.plant("variable of a session");
    const begun = { id: appId, variables: { [secretName]: given } };
    const { _id: sessionId } = (await call(`/${slug}/forms/session/add`, begun)).json;
    await call(`/${slug}/forms/session/${sessionId}/edit`, { variables: { [secretName]: given } });
    const live = await followSession(socket, sessionId);
    const variables = { [secretName]: given };
    await call(`/${slug}/forms/session/${sessionId}/start`, { message: `It is ${given}, is it?`, variables });
    expect(await live.ended).toBe("error");
    unwatched = { path: `/${slug}/forms/session/${sessionId}/start`, message: `It is still ${given}.` };
    for (const part of ["", "/messages", "/log"]) await call(`/${slug}/session/${sessionId}${part}.json`);
  }
  socket.disconnect();
  await expect.poll(async () => (await call(unwatched.path, { message: unwatched.message })).status).toBe(200);
  const told = async () => (await call(`/${slug}/notifications.json`)).json.notifications.length;
  // The new password, the second step, the export, a key and its new secret, two syncs, and the run that nobody watched.
  await expect.poll(told, { timeout: 10_000 }).toBe(8);
  for (const list of [
    "models",
    "providers",
    "agents",
    "apps",
    "sessions",
    "variables",
    "vectordbs",
    "datasources",
    "tools",
  ])
    await call(`/${slug}/${list}.json`);

  expect(asked).toBeGreaterThan(llms.length * 3);
  expect(planted.values.length).toBeGreaterThanOrEqual(24);
  const database = await muster.database();
  // What is written to disk at last is looked at too.
  await database.query("checkpoint");
  found.push(...(await planted.foundInDatabase(database)));
  expect(server.output().length).toBeGreaterThan(100);
  found.push(...planted.foundIn("the log", server.output()));
  found.push(...planted.foundBelow(muster.folder));
  expect([...new Set(found)]).toEqual([]);
  console.info(`FIGURES ${JSON.stringify({ planted: planted.values.length, provider: asked })}`);
});
