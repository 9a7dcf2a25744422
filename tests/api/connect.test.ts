import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OauthService } from "@/lib/constants/oauth-services";
import { connect } from "@/lib/contract/connect/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { documents } from "@/lib/contract/documents/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { decryptSettings, storeReplacedSettings } from "@/lib/server/engine/knowledge/source-settings";
import { tokens } from "@/lib/server/platform/db/tables/accounts";
import { datasources as table } from "@/lib/server/platform/db/tables/datasources";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { connectCookie } from "@/lib/server/resources/datasources/connection/connect-handlers";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, documentsOf, newEmbedding, ready, viewOf } from "../support/datasources";
import { joined } from "../support/members";
import { cookieIn } from "../support/signing-in";
import { type GraphStandin, startGraphStandin } from "../support/standins/onedrive/server";
import { client } from "../support/standins/service/tokens";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let graph: GraphStandin;
let ingest: { stop: () => Promise<void> };
beforeAll(async () => {
  ingest = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
beforeEach(async () => {
  graph = await startGraphStandin();
  Object.assign(process.env, {
    MICROSOFT_CLIENT_ID: client.id,
    MICROSOFT_CLIENT_SECRET: client.secret,
    MICROSOFT_LOGIN_BASE_URL: graph.url,
    MICROSOFT_GRAPH_BASE_URL: graph.url,
    HUBSPOT_CLIENT_ID: client.id,
    HUBSPOT_CLIENT_SECRET: client.secret,
  });
  forgetEnv();
  return async () => {
    for (const name of ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET", "MICROSOFT_LOGIN_BASE_URL"])
      delete process.env[name];
    for (const name of ["MICROSOFT_GRAPH_BASE_URL", "HUBSPOT_CLIENT_ID", "HUBSPOT_CLIENT_SECRET"])
      delete process.env[name];
    forgetEnv();
    await graph.close();
  };
});
afterAll(() => ingest.stop());

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

/** The same person in another team of theirs. */
async function inSecondTeam(person: Person): Promise<Person> {
  const made = await expectOk(callAs(teams.add, { ...to(person), body: { name: "Research Lab" } }));
  return { ...person, slug: String(made.id) };
}

/** Begins at Muster and agrees at the service. Answers what the browser comes back with. */
async function agree(person: Person, service: OauthService = "microsoft") {
  const begun = await callAs(connect.begin, { ...to(person), body: { service } });
  const { url } = (await expectOk(Promise.resolve(begun))) as { url: string };
  const back = await fetch(url, { redirect: "manual" });
  const location = new URL(back.headers.get("location") ?? "");
  expect(location.pathname).toBe(`/connect/${service}`);
  const body = { code: location.searchParams.get("code") ?? "", state: location.searchParams.get("state") ?? "" };
  return { body, cookie: cookieIn(begun.response, connectCookie) ?? "" };
}

const finish = (person: Person, { body, cookie }: { body: object; cookie?: string }) =>
  callAs(connect.finish, { ...to(person), body: { ...body }, headers: cookie ? { cookie } : {} });

const granted = async (person: Person) =>
  String((await expectOk(finish(person, await agree(person)))).grant as unknown as string);

const settingsOf = (grant: string) => ({ authentication: { type: "oauth", refreshToken: grant } });

const test = (
  person: Person,
  config: Record<string, unknown>,
  more: { connectorId?: string; datasourceId?: string } = {},
) =>
  callAs(datasources.test, {
    ...to(person),
    body: { connectorId: "onedrive", name: "Files", description: "", config, ...more },
  });

/** A datasource with its stored settings in clear. */
async function stored(id: string) {
  const { db } = await testDatabase();
  const [row] = await db.select().from(table).where(eq(table.id, id));
  if (!row) throw new Error("There is none.");
  const open = decryptSettings(row) as { authentication: { refreshToken: string } };
  return { row, raw: JSON.stringify(row.config), refreshToken: open.authentication.refreshToken };
}

async function added(person: Person): Promise<string> {
  const { datasourceId, discoveredSchema } = await expectOk(test(person, settingsOf(await granted(person))));
  const streams = discoveredSchema as { name: string }[];
  const streamConfig = streams.map(({ name }) => ({ name, mode: "incremental" as const }));
  const body = { datasourceId, streamConfig, embeddingModelId: await newEmbedding(person) };
  await expectOk(callAs(datasources.add, { ...to(person), body }));
  return String(datasourceId);
}

async function sync(person: Person, id: string) {
  const before = (await stored(id)).row.lastSynced?.getTime() ?? 0;
  await expectOk(callAs(datasources.sync, { ...atDatasource(person, id), body: {} }));
  await expect
    .poll(async () => (await stored(id)).row.lastSynced?.getTime() ?? 0, { timeout: 20_000 })
    .not.toBe(before);
  return ready(person, id);
}

describe("connecting an account", () => {
  it("tells what is set up, and what whoever runs the server would have to set", async () => {
    const ada = await newPerson();
    const { services } = await expectOk(callAs(connect.services, to(ada)));
    expect(services).toMatchObject([
      { service: "google", ready: false, variables: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] },
      { service: "microsoft", ready: true },
      { service: "hubspot", ready: true },
    ]);
    const refused = await callAs(connect.begin, { ...to(ada), body: { service: "google" } });
    expect(refused).toMatchObject({ status: 404, body: { error: expect.stringContaining("isn't set up") } });
  });

  it("gives the browser a name for what was granted, of which a datasource is made once", async () => {
    const ada = await newPerson();
    const answer = await finish(ada, await agree(ada));
    const grant = String((await expectOk(Promise.resolve(answer))).grant);
    expect(grant).toMatch(/^grant_/);
    const tested = await test(ada, settingsOf(grant));
    const { datasourceId } = await expectOk(Promise.resolve(tested));
    const { raw, refreshToken } = await stored(String(datasourceId));
    expect(graph.desk.refreshTokens).toContain(refreshToken);
    const shown = JSON.stringify([answer.body, tested.body, await viewOf(ada, String(datasourceId)), raw]);
    for (const token of graph.desk.refreshTokens) expect(shown).not.toContain(token);
    const { db } = await testDatabase();
    const rows = await db.select().from(tokens).where(eq(tokens.purpose, "grant"));
    for (const token of graph.desk.refreshTokens) expect(JSON.stringify(rows)).not.toContain(token);

    // The form still names it: for this draft the stored one is meant, for another nothing is left.
    await expectOk(test(ada, settingsOf(grant), { datasourceId: String(datasourceId) }));
    expect(await test(ada, settingsOf(grant))).toMatchObject({
      status: 400,
      body: { issues: [{ path: "config.authentication" }] },
    });
  });

  it("goes on with the replaced token after a test that failed", async () => {
    const ada = await newPerson();
    const grant = await granted(ada);
    graph.fail({ times: 1, when: ({ path }) => path.startsWith("/v1.0"), answer: { status: 403, body: {} } });
    expect((await test(ada, settingsOf(grant))).status).toBe(400);
    const { datasourceId } = await expectOk(test(ada, settingsOf(grant)));
    expect(graph.desk.refreshTokens).toContain((await stored(String(datasourceId))).refreshToken);
  });

  it("refuses another browser, another account, another team and a foreign state", async () => {
    const ada = await newPerson();
    const bob = await joined(ada, "Team Admin");
    const begun = await agree(ada);
    const over = { status: 400, body: { error: expect.stringContaining("started elsewhere") } };
    expect(await finish(ada, { body: begun.body })).toMatchObject(over);
    expect(await finish(ada, { ...begun, cookie: (await agree(ada)).cookie })).toMatchObject(over);
    expect(await finish(bob, begun)).toMatchObject(over);
    expect(await finish(await inSecondTeam(ada), begun)).toMatchObject(over);
    const state = `${begun.body.state.slice(0, -2)}AA`;
    const forged = { body: { ...begun.body, state }, cookie: `${connectCookie}=${state}` };
    expect(await finish(ada, forged)).toMatchObject(over);
    // None of them has used up the code.
    await expectOk(finish(ada, begun));
  });

  it("keeps a grant for whoever got it, in the team that it was got for, for an hour", async () => {
    const ada = await newPerson();
    const bob = await joined(ada, "Team Admin");
    const grant = await granted(ada);
    const { db } = await testDatabase();
    const over = { status: 400, body: { error: expect.stringContaining("has expired") } };
    expect(await test(bob, settingsOf(grant))).toMatchObject(over);
    expect(await test(await inSecondTeam(ada), settingsOf(grant))).toMatchObject(over);
    const mine = and(eq(tokens.accountId, ada.accountId), eq(tokens.purpose, "grant"));
    await db
      .update(tokens)
      .set({ expires: new Date(Date.now() - 1) })
      .where(mine);
    expect(await test(ada, settingsOf(grant))).toMatchObject(over);
    await db
      .update(tokens)
      .set({ expires: new Date(Date.now() + 60_000) })
      .where(mine);
    await expectOk(test(ada, settingsOf(grant)));
  });

  it("sends what one service has granted to no other", async () => {
    const ada = await newPerson();
    const grant = await granted(ada);
    const refused = await test(ada, settingsOf(grant), { connectorId: "hubspot" });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("Sign in with HubSpot") } });
  });

  it("can be done anew for a datasource that there is", async () => {
    const ada = await newPerson();
    graph.put("a", { content: "The lighthouse keeper sleeps by day." });
    const id = await added(ada);
    await ready(ada, id);
    graph.desk.refreshTokens.clear();
    const grant = await granted(ada);
    const edit = () => callAs(datasources.edit, { ...atDatasource(ada, id), body: { config: settingsOf(grant) } });
    await expectOk(edit());
    expect(graph.desk.refreshTokens).toContain((await stored(id)).refreshToken);
    await expectOk(edit());
    expect(graph.desk.refreshTokens).toContain((await stored(id)).refreshToken);
    expect(await sync(ada, id)).toMatchObject({ status: "ready" });
  });
});

describe("a token that the service replaces", () => {
  it("is stored sealed in every sync, so that the next one goes on", async () => {
    const ada = await newPerson();
    graph.put("a", { content: "The lighthouse keeper sleeps by day." });
    const id = await added(ada);
    await ready(ada, id);
    const seen = new Set<string>();
    for (const content of ["Second text.", "Third text."]) {
      const { raw, refreshToken } = await stored(id);
      seen.add(refreshToken);
      expect(raw).not.toContain(refreshToken);
      graph.put("a", { content });
      expect(await sync(ada, id)).toMatchObject({ status: "ready", recordCount: { total: 1, succeeded: 1 } });
    }
    seen.add((await stored(id)).refreshToken);
    expect(seen.size).toBe(3);
    expect((await ask(ada, id, "Third text", { k: 1 })).passages).toMatchObject([{ text: "Third text." }]);
  });

  it("gives way to one that somebody has entered meanwhile", async () => {
    const ada = await newPerson();
    const id = await added(ada);
    await ready(ada, id);
    const { db } = await testDatabase();
    const known = (await stored(id)).row;
    await expectOk(
      callAs(datasources.edit, { ...atDatasource(ada, id), body: { config: settingsOf(await granted(ada)) } }),
    );
    const { refreshToken } = await stored(id);
    await storeReplacedSettings(db, known, settingsOf("an-old-one"));
    expect((await stored(id)).refreshToken).toBe(refreshToken);
    await storeReplacedSettings(db, (await stored(id)).row, settingsOf("the-next-one"));
    expect((await stored(id)).refreshToken).toBe("the-next-one");
  });
});

describe("what a source has and does not give out", () => {
  const locked = { status: 423, body: { error: { code: "resourceLocked", message: "Locked." } } };
  const download =
    (id: string) =>
    ({ path }: { path: string }) =>
      path.endsWith(`/items/${id}/content`);

  it("stands in the list with its reason, until it is given out", async () => {
    const ada = await newPerson();
    graph.put("a", { content: "The lighthouse keeper sleeps by day." });
    graph.put("b", { content: "The ferry crosses at noon." });
    graph.fail({ when: download("b"), answer: locked });
    const id = await added(ada);
    expect(await ready(ada, id)).toMatchObject({ recordCount: { total: 2, succeeded: 1, failed: 1 } });
    const failed = (await documentsOf(ada, id)).find(({ title }) => title === "b.txt");
    expect(failed).toMatchObject({ stage: "failed", failedStage: "fetched", error: expect.stringMatching(/locked/) });

    graph.heal();
    graph.put("b", { content: "The ferry crosses at noon." });
    await expectOk(
      callAs(documents.retry, {
        token: ada.token,
        params: { resourceSlug: ada.slug, datasourceId: id, documentId: failed?._id ?? "" },
        body: {},
      }),
    );
    const standing = async () => (await documentsOf(ada, id)).map(({ stage, error }) => ({ stage, error }));
    const good = { stage: "stored", error: null };
    await expect.poll(standing, { timeout: 20_000 }).toEqual([good, good]);
  });

  it("stays as it is stored, with the reason", async () => {
    const ada = await newPerson();
    graph.put("a", { content: "The lighthouse keeper sleeps by day." });
    const id = await added(ada);
    await ready(ada, id);
    graph.fail({ when: download("a"), answer: locked });
    graph.put("a", { content: "The ferry crosses at noon." });
    await sync(ada, id);
    expect(await documentsOf(ada, id)).toMatchObject([{ stage: "stored", error: expect.stringMatching(/locked/) }]);
    expect((await ask(ada, id, "lighthouse", { k: 1 })).passages).toMatchObject([
      { text: expect.stringContaining("lighthouse") },
    ]);
    graph.heal();
    graph.put("a", { content: "The lighthouse keeper sleeps by day." });
    await sync(ada, id);
    expect(await documentsOf(ada, id)).toMatchObject([{ stage: "stored", error: null }]);
  });
});
