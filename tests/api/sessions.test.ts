import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import type { Session } from "@/lib/contract/sessions/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { sessionEvents, sessions as sessionTable } from "@/lib/server/platform/db/tables/sessions";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { pixel } from "../support/pixel";
import {
  at,
  attach,
  expectHidden,
  joinTeam,
  newApp,
  newSession,
  readLog,
  readMessages,
  readSession,
  say,
  settled,
} from "../support/sessions";
import { deleted, removeItem } from "../support/trash";

const standin = openAiForAll();

const team = (person: Person, slug = person.slug) => ({ token: person.token, params: { resourceSlug: slug } });

async function list(person: Person, query: Record<string, string> = {}, slug = person.slug): Promise<Session[]> {
  const answer = await expectOk(callAs(sessions.list, { ...team(person, slug), query: query as never }));
  return (answer as { sessions: Session[] }).sessions;
}

describe("sessions", () => {
  it("are listed newest first, found by what was said, renamed and deleted", async () => {
    const ada = await newPerson();
    const app = await newApp(ada);
    const [first, second] = [await newSession(ada, app), await newSession(ada, app)];
    await say(ada, first, { message: "Where does the heron nest?" });
    await settled(ada, first);
    expect((await list(ada)).map(({ _id }) => _id)).toEqual([second, first]);
    expect((await list(ada, { q: "HERON" })).map(({ _id, name }) => [_id, name])).toEqual([
      [first, "Where does the heron nest?"],
    ]);
    await expectOk(callAs(sessions.edit, { ...at(ada, first), body: { name: "Birds" } }));
    expect(await readSession(ada, first)).toMatchObject({ name: "Birds", appName: "Chat" });
    await expectOk(callAs(sessions.remove, at(ada, first)));
    expect((await callAs(sessions.get, at(ada, first))).status).toBe(404);
    expect((await list(ada)).map(({ _id }) => _id)).toEqual([second]);
  });

  it("are listed as failed while their last run failed", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada, { model: "demo-chat:fail=401" }));
    const byStatus = (status: string) => list(ada, { status, sort: "dateUpdated" }).then((found) => found.length);
    await say(ada, sessionId, { message: "Hello" });
    await settled(ada, sessionId);
    expect(await Promise.all(["error", "waiting", "running"].map(byStatus))).toEqual([1, 0, 0]);
    const { db } = await testDatabase();
    const completed = { lastRun: { status: "completed", reason: null } };
    await db.update(sessionTable).set(completed).where(eq(sessionTable.id, sessionId));
    expect(await Promise.all(["error", "waiting", "running"].map(byStatus))).toEqual([0, 1, 0]);
  });

  it("can be deleted while the agent answers", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada, { model: "demo-chat:ttft=1,tps=50,words=500" }));
    await say(ada, sessionId, { message: "Talk" });
    await expectOk(callAs(sessions.remove, at(ada, sessionId)));
    const { db } = await testDatabase();
    expect(await db.select().from(sessionTable).where(eq(sessionTable.id, sessionId))).toEqual([]);
  });

  it("fill the agent's prompt with their variables", async () => {
    const ada = await newPerson();
    const app = await newApp(ada, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } });
    const { agents: found } = (await expectOk(callAs(agents.list, team(ada)))) as { agents: { _id: string }[] };
    const to = { token: ada.token, params: { resourceSlug: ada.slug, agentId: found[0]?._id ?? "" } };
    await expectOk(callAs(agents.edit, { ...to, body: { goal: "Help {customer} with {nothing}" } }));
    const sessionId = await newSession(ada, app);
    await say(ada, sessionId, { message: "Hi", variables: { customer: "Grace" } });
    await settled(ada, sessionId);
    expect(JSON.stringify(standin().requests.at(-1)?.body.messages)).toContain("Help Grace with {nothing}");
  });

  it("answer a repeated start with the same key once", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    const start = (message: string) =>
      callAs(sessions.start, { ...at(ada, sessionId), body: { message }, headers: { "idempotency-key": "k1" } });
    const [once, ...same] = await Promise.all(Array.from({ length: 8 }, () => start("Hello")));
    for (const { status, body } of same) expect({ status, body }).toEqual({ status: 200, body: once?.body });
    await settled(ada, sessionId);
    expect((await start("Hello")).body).toEqual(once?.body);
    expect((await start("Other")).status).toBe(409);
    expect(await readMessages(ada, sessionId)).toHaveLength(2);
  });
});

describe("who sees a session", () => {
  it("is the team, unless it is private: then its creator and the team's admins", async () => {
    const [ada, bob, carol] = [await newPerson(), await newPerson("Bob"), await newPerson("Carol")];
    await joinTeam(bob, ada.slug);
    await joinTeam(carol, ada.slug, [39]);
    const appId = await newApp(ada);
    const open = await newSession(ada, appId);
    const target = { token: ada.token, params: { resourceSlug: ada.slug, appId } };
    await expectOk(callAs(apps.edit, { ...target, body: { sharingMode: "private" } }));
    const closed = await newSession(ada, appId);
    const seenBy = async (person: Person) => (await list(person, {}, ada.slug)).map(({ _id }) => _id);
    expect(await seenBy(ada)).toEqual([closed, open]);
    expect(await seenBy(carol)).toEqual([closed, open]);
    expect(await seenBy(bob)).toEqual([open]);
    await expectHidden({ ...bob, slug: ada.slug }, closed);
    expect((await readSession(ada, closed)).name).toBe("Chat");
  });

  it("may also rename and delete it, whoever began it", async () => {
    const [ada, bob, stranger] = [await newPerson(), await newPerson("Bob"), await newPerson("Mallory")];
    await joinTeam(bob, ada.slug);
    const sessionId = await newSession(ada, await newApp(ada));
    const by = (person: Person) => ({ token: person.token, params: { resourceSlug: ada.slug, sessionId } });
    expect((await callAs(sessions.edit, { ...by(stranger), body: { name: "Mine" } })).status).toBe(404);
    expect((await callAs(sessions.remove, by(stranger))).status).toBe(404);
    await expectOk(callAs(sessions.edit, { ...by(bob), body: { name: "Ours" } }));
    expect((await readSession(ada, sessionId)).name).toBe("Ours");
    await expectOk(callAs(sessions.remove, by(bob)));
    expect((await callAs(sessions.get, by(ada))).status).toBe(404);
  });
});

describe("feedback", () => {
  it("is each reader's own, can be taken back, and needs a message of the session", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    await joinTeam(bob, ada.slug);
    const sessionId = await newSession(ada, await newApp(ada));
    await say(ada, sessionId, { message: "Hello" });
    await settled(ada, sessionId);
    const messageId = (await readMessages(ada, sessionId)).at(-1)?._id ?? "";
    const rate = (body: object) => callAs(sessions.feedback, { ...at(ada, sessionId), body: { ...body } });
    await expectOk(rate({ messageId, value: -1, reason: "Wrong" }));
    expect((await readMessages(ada, sessionId)).at(-1)?.feedback).toEqual({ value: -1, reason: "Wrong" });
    const asBob = { token: bob.token, params: { resourceSlug: ada.slug, sessionId } };
    const seen = (await expectOk(callAs(sessions.messages, asBob))) as { messages: { feedback: unknown }[] };
    expect(seen.messages.at(-1)?.feedback).toBeNull();
    await expectOk(rate({ messageId, value: null }));
    expect((await readMessages(ada, sessionId)).at(-1)?.feedback).toBeNull();
    expect((await rate({ messageId: "message_none", value: 1 })).status).toBe(404);
    expect((await rate({ messageId, value: 5 })).status).toBe(400);
  });
});

describe("attached files", () => {
  it("reach the model: text by its content, a picture as one", async () => {
    const ada = await newPerson();
    const app = await newApp(ada, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } });
    const sessionId = await newSession(ada, app);
    const text = await expectOk(attach(ada, sessionId, "notes.md", "# The heron nests in the reeds"));
    const picture = await expectOk(attach(ada, sessionId, "dot.png", pixel));
    await say(ada, sessionId, { message: "What is this?", fileIds: [String(text._id), String(picture._id)] });
    await settled(ada, sessionId);
    const sent = JSON.stringify(standin().requests.at(-1)?.body.messages);
    expect(sent).toContain("The heron nests in the reeds");
    expect(sent).toContain(`data:image/png;base64,${pixel.toString("base64").slice(0, 40)}`);
    const [question] = await readMessages(ada, sessionId);
    expect(question?.parts.map(({ filename }) => filename)).toEqual(["notes.md", "dot.png"]);
    const params = { resourceSlug: ada.slug, sessionId, fileId: String(text._id) };
    const { response } = await callAs(sessions.file, { token: ada.token, params });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "content-disposition": "attachment; filename*=UTF-8''notes.md",
    });
    expect(await response.text()).toBe("# The heron nests in the reeds");
  });

  it("are refused in a sentence when they are of another kind, and belong to their session", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    const app = await newApp(ada);
    const [sessionId, other] = [await newSession(ada, app), await newSession(ada, app)];
    const refused = await attach(ada, sessionId, "report.pdf", Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj"));
    expect(refused).toMatchObject({ status: 415, body: { error: expect.stringMatching(/report\.pdf can't be/) } });
    const { _id } = await expectOk(attach(ada, sessionId, "a.txt", "secret plans"));
    const stolen = await say(ada, other, { message: "Read it", fileIds: [String(_id)] });
    expect(stolen).toMatchObject({ status: 400, body: { issues: [{ path: "fileIds.0" }] } });
    const params = { resourceSlug: ada.slug, sessionId, fileId: String(_id) };
    expect((await callAs(sessions.file, { token: mallory.token, params })).status).toBe(404);
    expect((await attach(mallory, sessionId, "b.txt", "x")).status).toBe(404);
    const elsewhere = { ...params, sessionId: other };
    expect((await callAs(sessions.file, { token: ada.token, params: elsewhere })).status).toBe(404);
  });
});

describe("large bodies", () => {
  it("lie in file storage, are read back whole and go with their session", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada, { model: "demo-chat:ttft=1,tps=10000" }));
    const message = "ü".repeat(60_000);
    await say(ada, sessionId, { message });
    await settled(ada, sessionId);
    const { db } = await testDatabase();
    const [row] = await db
      .select()
      .from(sessionEvents)
      .where(eq(sessionEvents.sessionId, sessionId))
      .orderBy(sessionEvents.seq);
    const { shelved = "" } = (row?.body ?? {}) as { shelved?: string };
    expect(JSON.stringify(row?.body).length).toBeLessThan(2_000);
    expect(await fileStore().exists(shelved)).toBe(true);
    expect((await readMessages(ada, sessionId))[0]?.text).toBe(message);
    expect((await readLog(ada, sessionId))[0]?.body).toMatchObject({ text: message });
    await say(ada, sessionId, { replaces: (await readMessages(ada, sessionId))[1]?._id });
    await settled(ada, sessionId);
    expect((await readMessages(ada, sessionId))[0]?.text).toBe(message);
    await expectOk(removeItem(ada, await deleted(ada, "session", sessionId)));
    expect(await fileStore().exists(shelved)).toBe(false);
  });
});
