import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { publications } from "@/lib/contract/publications/schemas";
import { Permission } from "@/lib/permissions/bits";
import { publicationKeys } from "@/lib/server/platform/db/tables/publications";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { endCall } from "@/lib/server/resources/publications/log";
import { findPublicationCaller } from "@/lib/server/resources/publications/service";
import { answerPublicationRequest, cancelPublicationRun } from "@/lib/server/resources/publications/sessions";
import { startPublicationRun } from "@/lib/server/resources/publications/start";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { pixel } from "../support/pixel";
import {
  callerOf,
  edit,
  ofPublication,
  type Published,
  publish,
  read,
  readCalls,
  start,
} from "../support/publications";
import { joinTeam, newApp, readMessages, readSession, settled, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";
import { deleted, tryRestore } from "../support/trash";
import { deliver, newHook, readDeliveries, resend } from "../support/webhooks";

beforeAll(async () => {
  await testWorker();
});

const { CREATE_DEPLOYMENT, EDIT_DEPLOYMENT } = Permission;

async function member(owner: Person, permissions: number[]): Promise<Person> {
  const person = await newPerson();
  await joinTeam(person, owner.slug, permissions);
  return { ...person, slug: owner.slug };
}

const addKey = ({ person, publicationId }: Published, body: object = {}) =>
  callAs(publications.addKey, { ...ofPublication(person, publicationId), body: { ...body } });

describe("a publication", () => {
  it("runs its app with its principal's rights, in sessions of its own", async () => {
    const published = await publish(await newPerson(), { name: "Shop", origins: ["https://shop.example"] });
    const { person, appId } = published;
    expect(published.key).toMatch(/^mpk_[0-9a-z]{52}$/);
    const run = await start(published);
    const session = await settled(person, run.sessionId);
    expect(session).toMatchObject({ appId, trigger: "publication", createdBy: person.accountId, status: "waiting" });
    expect((await readMessages(person, run.sessionId)).map(({ role }) => role)).toEqual(["user", "assistant"]);
    const again = await start(published, { sessionId: run.sessionId, message: "And then?" });
    expect(again).toMatchObject({ sessionId: run.sessionId, isNewSession: false });
    expect((await settled(person, run.sessionId)).messageCount).toBe(4);
    const view = await read(published);
    expect(view).toMatchObject({ name: "Shop", enabled: true, revision: "follow", problem: null, canEdit: true });
    expect(view.keys).toMatchObject([{ prefix: published.key.slice(0, 12), expirationDate: null }]);
    expect(view.keys[0]?.lastUsedDate).not.toBeNull();
  });

  it("stores no key, and shows it once", async () => {
    const published = await publish(await newPerson());
    const { pool } = await testDatabase();
    const { rows } = await pool.query("select to_jsonb(k)::text as row from publication_keys k");
    expect(rows.some(({ row }) => String(row).includes(published.key))).toBe(false);
    expect(JSON.stringify(await read(published))).not.toContain(published.key);
  });

  it("records its calls with status, latency, cost and session", async () => {
    const published = await publish(await newPerson());
    const { db } = await testDatabase();
    const { callId, sessionId } = await start(published);
    await settled(published.person, sessionId);
    await endCall(db, callId, { status: "completed", httpStatus: 200 });
    await expect(start(published, { message: "" })).rejects.toMatchObject({ status: 400 });
    const [refused, completed] = await readCalls(published);
    expect(completed).toMatchObject({
      way: "openai",
      keyName: "Key 1",
      status: "completed",
      httpStatus: 200,
      sessionId,
    });
    expect(completed?.latencyMs).toBeGreaterThan(0);
    expect(refused).toMatchObject({ status: "refused", httpStatus: 400, sessionId: null, error: "Enter a message." });
  });

  it("can be used only with a valid key, while it and the way are on", async () => {
    const published = await publish(await newPerson());
    const unknown = { status: 401, message: "Send a valid publication key." };
    for (const key of ["", "mpk_unknown", `${published.key}x`, published.person.token])
      await expect(callerOf({ key })).rejects.toMatchObject(unknown);
    await expect(callerOf(published, "mcp")).rejects.toMatchObject({ status: 403 });
    await expectOk(edit(published, { enabled: false }));
    await expect(callerOf(published)).rejects.toMatchObject({ status: 403, message: expect.stringContaining("off") });
    await expectOk(edit(published, { enabled: true, ways: {} }));
    await expect(callerOf(published)).rejects.toMatchObject({ status: 403 });
    await expectOk(edit(published, { ways: { openai: {} } }));
    const caller = await callerOf(published);
    expect(caller.publication.id).toBe(published.publicationId);
    const { person, publicationId } = published;
    await expectOk(callAs(publications.remove, ofPublication(person, publicationId)));
    await expect(callerOf(published)).rejects.toMatchObject(unknown);
  });

  it("does not continue sessions of another one", async () => {
    const person = await newPerson();
    const [one, other] = [await publish(person), await publish(person)];
    const { sessionId } = await start(one);
    await settled(person, sessionId);
    await expect(start(other, { sessionId })).rejects.toMatchObject({ status: 404 });
  });
});

describe("its runs", () => {
  it("are canceled, and only in its own sessions", async () => {
    const person = await newPerson();
    const appId = await newApp(person, { model: "demo-chat:ttft=60000,tps=1" });
    const [published, other] = [await publish(person, {}, appId), await publish(person, {}, appId)];
    const { sessionId } = await start(published);
    const { db } = await testDatabase();
    await expect(cancelPublicationRun(db, await callerOf(other), sessionId)).rejects.toMatchObject({ status: 404 });
    await cancelPublicationRun(db, await callerOf(published), sessionId);
    expect(await settled(person, sessionId)).toMatchObject({ lastRun: { status: "cancelled" } });
    expect(await readCalls(published)).toMatchObject([{ status: "cancelled", sessionId }]);
  });

  it("answer no request that does not exist", async () => {
    const published = await publish(await newPerson());
    const { sessionId } = await start(published);
    await settled(published.person, sessionId);
    const { db } = await testDatabase();
    const said = { requestId: "request_unknown", decision: "approve" } as const;
    const answered = answerPublicationRequest(db, await callerOf(published), sessionId, said);
    await expect(answered).rejects.toMatchObject({ status: 404 });
  });

  it("start without a key where the way needs none", async () => {
    const published = await publish(await newPerson());
    const { db } = await testDatabase();
    const caller = await findPublicationCaller(db, published.publicationId, "openai");
    expect(caller.key).toBeNull();
    await startPublicationRun(db, caller, { message: "Hello", bytes: 5 });
    await expect(findPublicationCaller(db, "publication_unknown", "openai")).rejects.toMatchObject({ status: 404 });
  });
});

describe("its keys", () => {
  it("overlap while one replaces the other", async () => {
    const published = await publish(await newPerson());
    const [first] = (await read(published)).keys;
    const { key } = await expectOk(addKey(published, { name: "Key 2", replaces: first?._id, overlapHours: 1 }));
    await callerOf(published);
    await callerOf({ key: String(key) });
    expect((await read(published)).keys.map(({ expirationDate }) => expirationDate !== null)).toEqual([true, false]);
    const { db } = await testDatabase();
    await db
      .update(publicationKeys)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(publicationKeys.id, first?._id ?? ""));
    await expect(callerOf(published)).rejects.toMatchObject({ status: 401 });
    expect((await read(published)).keys.map(({ name }) => name)).toEqual(["Key 2"]);
    expect((await addKey(published, { replaces: first?._id })).status).toBe(404);
  });

  it("stop working when they are revoked, also in the middle of a start", async () => {
    const published = await publish(await newPerson());
    const caller = await callerOf(published);
    const { person, publicationId } = published;
    const { params, token } = ofPublication(person, publicationId);
    const revoke = () =>
      callAs(publications.revokeKey, { token, params: { ...params, publicationKeyId: caller.key?.id ?? "" } });
    await expectOk(revoke());
    await expect(callerOf(published)).rejects.toMatchObject({ status: 401 });
    const { db } = await testDatabase();
    await expect(startPublicationRun(db, caller, { message: "Hi", bytes: 1 })).rejects.toMatchObject({ status: 401 });
    expect((await revoke()).status).toBe(404);
  });
});

describe("its revision", () => {
  async function withAgent() {
    const person = await newPerson();
    const agentId = await newAgent(person, "Guide", await newModel(person));
    const to = { token: person.token, params: { resourceSlug: person.slug } };
    const body = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
    const appId = String((await expectOk(callAs(apps.add, { ...to, body })))._id);
    const change = (goal: string) =>
      expectOk(callAs(agents.edit, { token: to.token, params: { ...to.params, agentId }, body: { goal } }));
    return { person, agentId, appId, change };
  }
  const answered = async (person: Person, sessionId: string) =>
    (await readMessages(person, sessionId)).flatMap(({ role, agentRevision }) =>
      role === "assistant" ? [agentRevision] : [],
    );

  it("is the applied one of the agent, or stays at the pinned one", async () => {
    const { person, appId, change } = await withAgent();
    const [follows, pinned] = [await publish(person, {}, appId), await publish(person, { revision: 1 }, appId)];
    await change("Speak of trains");
    for (const [published, revision] of [
      [follows, 2],
      [pinned, 1],
    ] as const) {
      const { sessionId } = await start(published);
      await settled(person, sessionId);
      expect(await answered(person, sessionId)).toEqual([revision]);
    }
  });

  it("must exist, and belong to the agent that the app has", async () => {
    const { person, appId } = await withAgent();
    const published = await publish(person, {}, appId);
    expect(await edit(published, { revision: 7 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "revision" }] },
    });
    await expectOk(edit(published, { revision: 1 }));
    const other = await newAgent(person, "Other", await newModel(person));
    await expectOk(
      callAs(apps.edit, {
        token: person.token,
        params: { resourceSlug: person.slug, appId },
        body: { agentId: other },
      }),
    );
    await expect(start(published)).rejects.toMatchObject({ status: 409 });
  });

  it("is that of a process", async () => {
    const person = await newPerson();
    const agentId = await newAgent(person, "Writer", await newModel(person));
    const taskId = await newTask(person, "Write", { agentId });
    const appId = await newProcess(person, [taskId]);
    const pinned = await publish(person, { revision: 1 }, appId);
    const params = { resourceSlug: person.slug, appId };
    await expectOk(callAs(apps.edit, { token: person.token, params, body: { fullOutput: true } }));
    const { sessionId } = await start(pinned, { message: undefined });
    await settled(person, sessionId);
    const { earlierRevisions } = await readSession(person, sessionId);
    expect(earlierRevisions).toMatchObject([{ type: "app", revision: 1, applied: 2 }]);
  });
});

describe("its principal", () => {
  it("is the creator, or chosen by team admins only", async () => {
    const owner = await newPerson();
    const publisher = await member(owner, [CREATE_DEPLOYMENT, EDIT_DEPLOYMENT]);
    const { appId } = await publish(owner);
    const own = await publish(publisher, {}, appId);
    expect((await read(own)).principalId).toBe(publisher.accountId);
    const chosen = { name: "Mine", appId, principalId: owner.accountId };
    const to = { token: publisher.token, params: { resourceSlug: owner.slug } };
    expect(await callAs(publications.add, { ...to, body: chosen })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "principalId" }] },
    });
    const forOther = await publish(owner, { principalId: publisher.accountId }, appId);
    expect((await read(forOther)).principalId).toBe(publisher.accountId);
  });

  it("is not lent to other members, who can turn it off, revoke keys and take it over", async () => {
    const published = await publish(await newPerson());
    const { person } = published;
    const editor = await member(person, [EDIT_DEPLOYMENT]);
    expect((await edit(published, { name: "Mine" }, editor)).status).toBe(403);
    expect((await edit(published, { enabled: true }, editor)).status).toBe(403);
    const to = ofPublication({ ...person, token: editor.token }, published.publicationId);
    expect((await callAs(publications.addKey, { ...to, body: {} })).status).toBe(403);
    await expectOk(edit(published, { enabled: false }, editor));
    await expectOk(edit(published, { enabled: true, principalId: editor.accountId }, editor));
    expect(await read(published)).toMatchObject({ principalId: editor.accountId, enabled: true });
  });

  it("lends others no runs of earlier events", async () => {
    const owner = await newPerson();
    const hook = await newHook("bearer", { person: owner });
    expect((await deliver(hook)).status).toBe(202);
    const [delivery] = await readDeliveries(hook);
    const editor = await member(owner, [EDIT_DEPLOYMENT]);
    const asEditor = { ...hook, person: { ...owner, token: editor.token } };
    expect((await resend(asEditor, delivery?._id ?? "")).status).toBe(403);
    expect(await readDeliveries(asEditor)).toHaveLength(1);
    expect((await resend(hook, delivery?._id ?? "")).status).toBe(200);
  });

  it("is not who it was when the request of a run began", async () => {
    const owner = await newPerson();
    const earlier = await member(owner, [CREATE_DEPLOYMENT]);
    const { appId } = await publish(owner);
    const published = { ...(await publish(earlier, {}, appId)), person: owner };
    const caller = await callerOf(published);
    await expectOk(edit(published, { principalId: owner.accountId }));
    const { db, pool } = await testDatabase();
    await db.delete(teamMembers).where(eq(teamMembers.accountId, earlier.accountId));
    for (const files of [undefined, [{ filename: "picture.png", bytes: Buffer.from(pixel) }]]) {
      const late = startPublicationRun(db, caller, { message: "Hello", bytes: 5, files });
      await expect(late).rejects.toMatchObject({ status: 409, message: expect.stringContaining("changed") });
    }
    const { rows } = await pool.query("select id from sessions where publication_id = $1", [published.publicationId]);
    expect(rows).toEqual([]);
    const { sessionId } = await start(published);
    expect(await settled(owner, sessionId)).toMatchObject({ createdBy: owner.accountId });
  });

  it("pauses it when they leave", async () => {
    const owner = await newPerson();
    const publisher = await member(owner, [CREATE_DEPLOYMENT]);
    const { appId } = await publish(owner);
    const published = { ...(await publish(publisher, {}, appId)), person: owner };
    const { db } = await testDatabase();
    await db.delete(teamMembers).where(eq(teamMembers.accountId, publisher.accountId));
    await expect(callerOf(published)).rejects.toMatchObject({
      status: 409,
      message: "This publication is paused. The member the app runs as is no longer on the team.",
    });
    expect((await read(published)).problem).toBe("The member the app runs as is no longer on the team.");
    await expectOk(edit(published, { principalId: owner.accountId }));
    await callerOf(published);
  });
});

describe("its app", () => {
  it("ends it in the trash, and brings it back with its keys", async () => {
    const published = await publish(await newPerson());
    const { person, appId } = published;
    const trashId = await deleted(person, "app", appId);
    await expect(callerOf(published)).rejects.toMatchObject({ status: 401 });
    await expectOk(tryRestore(person, trashId));
    await callerOf(published);
  });

  it("is hidden with it while it is private", async () => {
    const owner = await newPerson();
    const published = await publish(owner);
    const other = await member(owner, [EDIT_DEPLOYMENT]);
    const params = { resourceSlug: owner.slug, appId: published.appId };
    await expectOk(callAs(apps.edit, { token: owner.token, params, body: { sharingMode: "private" } }));
    const to = ofPublication({ ...owner, token: other.token }, published.publicationId);
    expect((await callAs(publications.get, to)).status).toBe(404);
    const listed = await expectOk(callAs(publications.list, { token: to.token, params: { resourceSlug: owner.slug } }));
    expect(listed.publications).toEqual([]);
    await callerOf(published);
  });
});

it("is in the audit log with its keys, without secrets", async () => {
  const published = await publish(await newPerson());
  const { person } = published;
  const { key } = await expectOk(addKey(published, { name: "Second", budget: { money: 5, mode: "hard" } }));
  const { entries } = await expectOk(
    callAs(audit.list, { token: person.token, params: { resourceSlug: person.slug }, query: { limit: 5 } }),
  );
  const text = JSON.stringify(entries);
  expect(text).toContain("publications.addKey");
  expect(text).toContain("publications.add");
  expect(text).toContain("Second");
  expect(text).not.toContain(published.key);
  expect(text).not.toContain(String(key));
});
