import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budgets } from "@/lib/contract/budgets/schemas";
import { Permission } from "@/lib/permissions/bits";
import { budgets as table } from "@/lib/server/platform/db/tables/budgets";
import {
  answer,
  appBudget,
  ask,
  asked,
  bodies,
  pricedApp,
  setApp,
  setKey,
  setOrg,
  setTeam,
  teamBudget,
  waitingRun,
} from "../support/budgets";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { joined } from "../support/members";
import { newMember } from "../support/people";
import { at, joinTeam, newSession, readLog, readSession, settled, testWorker } from "../support/sessions";
import { unlimited } from "../support/unlimited";
import { answered, setSharing, shareApp, visit, write } from "../support/visitors";

ownDatabase();
unlimited();

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = (await testWorker()).stop;
});
afterAll(() => stop());

describe("who may", () => {
  it("let a run pass is who may change the budget, and nobody else", async () => {
    const { ada, sessionId, request } = await waitingRun();
    const bob = { ...(await joined(ada)), slug: ada.slug };
    const [seen] = await asked(bob, sessionId);
    expect(seen).toMatchObject({ canEdit: false, editors: ["Ada"] });
    const refused = await answer(bob, sessionId, request?.requestId);
    expect([refused.status, refused.body]).toMatchObject([403, { permission: Permission.EDIT_TEAM }]);
    const [mallory] = [await newPerson("Mallory")];
    expect((await answer({ ...mallory, slug: ada.slug }, sessionId, request?.requestId)).status).toBe(404);
    expect((await callAs(budgets.asked, { token: mallory.token, params: at(ada, sessionId).params })).status).toBe(404);
    expect((await readSession(ada, sessionId)).lastRun?.status).toBe("waiting");
  });

  it("change whose", async () => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    const bob = { ...(await joined(ada)), slug: ada.slug };
    const body = { tokens: 5 };
    expect((await setOrg(bob, body)).status).toBe(403);
    expect((await setTeam(bob, body)).status).toBe(403);
    expect((await setApp(bob, appId, body)).status).toBe(200);
    const key = await newKey(ada);
    expect((await setKey(bob, key.id, body)).status).toBe(404);
    expect((await setKey({ ...ada, token: key.secret }, key.id, body)).status).toBe(403);
    expect((await setKey(ada, key.id, body)).status).toBe(200);
  });

  it("let a run pass by an API key: of a team where the key has the right, never of a key, nor of more than its teams", async () => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    const key = await newKey(ada, { permissions: [Permission.EDIT_TEAM, Permission.ORG_ADMIN] });
    const ofTeam = await newKey(ada, {
      teamIds: [ada.slug],
      permissions: [Permission.EDIT_TEAM, Permission.ORG_ADMIN],
    });
    const byKey = { ...ada, token: key.secret };
    const sessionId = await newSession(byKey, appId);
    await ask(byKey, sessionId);
    await expectOk(setTeam(ada, { tokens: 1 }));
    await expectOk(setKey(ada, key.id, { tokens: 1 }));
    await expectOk(setOrg(ada, { tokens: 1 }));
    await ask(byKey, sessionId, "More");
    const open = new Map((await asked(ada, sessionId)).map(({ scope, requestId }) => [scope, requestId]));
    const by = async (token: string, scope: "org" | "team" | "key") =>
      (await answer({ ...ada, token }, sessionId, open.get(scope))).status;
    expect(await by(key.secret, "key")).toBe(403);
    expect(await by(ofTeam.secret, "org")).toBe(403);
    expect(await by(ofTeam.secret, "team")).toBe(200);
    expect(await by(key.secret, "org")).toBe(200);
    expect(await by(ada.token, "key")).toBe(200);
    expect((await settled(ada, sessionId)).lastRun?.status).toBe("completed");
  });

  it("name who can change a private app's budget: its creator and team admins alone", async () => {
    const ada = await newPerson();
    await newMember(ada, { teamBits: [Permission.EDIT_APP] });
    const appId = await pricedApp(ada);
    expect((await appBudget(ada, appId)).editors).toEqual(["Ada", "Member"]);
    await expectOk(setSharing(ada, appId, { sharingMode: "private" }));
    expect((await appBudget(ada, appId)).editors).toEqual(["Ada"]);
    await newMember(ada, { teamBits: [Permission.TEAM_ADMIN] });
    expect((await appBudget(ada, appId)).editors).toEqual(["Ada", "Member"]);
  });

  it("not see a private app's budget", async () => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    await expectOk(setSharing(ada, appId, { sharingMode: "private" }));
    const bob = { ...(await newPerson("Bob")), slug: ada.slug };
    await joinTeam(bob, ada.slug, [Permission.EDIT_APP]);
    const params = { resourceSlug: ada.slug, appId };
    expect((await callAs(budgets.getApp, { token: bob.token, params })).status).toBe(404);
    expect((await setApp(bob, appId, { tokens: 5 })).status).toBe(404);
  });

  it("go on is anybody in the session, once there is something left", async () => {
    const { ada, sessionId, request, session } = await waitingRun();
    const bob = { ...(await joined(ada)), slug: ada.slug };
    const { db } = await testDatabase();
    // As if the month had passed.
    await db.update(table).set({ month: "2020-01-01" }).where(eq(table.subjectId, ada.slug));
    expect(await asked(bob, sessionId)).toMatchObject([{ available: true, spent: { tokens: 0 } }]);
    await expectOk(answer(bob, sessionId, request?.requestId));
    const { lastRun, usage: now } = await settled(ada, sessionId);
    expect(lastRun?.status).toBe("completed");
    expect(bodies(await readLog(ada, sessionId), "input_answer")).toMatchObject([{ decision: "again" }]);
    const before = session.usage.inputTokens + session.usage.outputTokens;
    expect((await teamBudget(ada)).spent.tokens).toBe(now.inputTokens + now.outputTokens - before);
    // The month's first call has used it up once more.
    expect((await ask(ada, sessionId, "More")).lastRun?.status).toBe("waiting");
  });
});

describe("a visitor", () => {
  it("reads a calm sentence without a figure, and can't let anything pass", async () => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    await expectOk(setSharing(ada, appId, { sharingMode: "public" }));
    const link = await shareApp(ada, appId);
    const visitor = await visit(link);
    await write(visitor, "Hello");
    await answered(visitor);
    await expectOk(setTeam(ada, { tokens: 1 }));
    await write(visitor, "And now?");
    const session = await answered(visitor);
    expect(session.lastRun).toEqual({
      status: "waiting",
      reason: expect.stringMatching(/^This app has reached its usage limit/),
    });
    expect(JSON.stringify(session)).not.toMatch(/budget|token\W+of/i);
    const [request] = await asked(ada, visitor.sessionId);
    const refused = await write(visitor, "", {
      message: undefined,
      requestId: request?.requestId,
      decision: "approve",
    });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: expect.stringMatching(/^This app is unavailable/) },
    ]);
    await expectOk(setTeam(ada, { tokens: 1_000_000 }));
    await expect.poll(async () => (await readSession(ada, visitor.sessionId)).lastRun?.status).toBe("completed");
  });
});
