import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "@/lib/contract/audit";
import { budgets } from "@/lib/contract/budgets";
import { sessions } from "@/lib/contract/sessions";
import { usage } from "@/lib/contract/usage";
import { Permission } from "@/lib/permissions/bits";
import { budgets as table } from "@/lib/server/budgets/table";
import {
  appBudget,
  asked,
  bodies,
  inTeam,
  keyBudget,
  orgBudget,
  pricedApp,
  pricedSession,
  setApp,
  setKey,
  setOrg,
  setTeam,
  teamBudget,
} from "../support/budgets";
import { callAs, expectOk, newPerson, type Person, send } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { joined } from "../support/members";
import { listed } from "../support/notifications";
import { newMember } from "../support/people";
import { at, joinTeam, newSession, readLog, readSession, say, settled, testWorker } from "../support/sessions";
import { unlimited } from "../support/unlimited";
import { answered, setSharing, shareApp, visit, write } from "../support/visitors";

ownDatabase();
unlimited();

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = (await testWorker()).stop;
});
afterAll(() => stop());

const ask = async (person: Person, sessionId: string, message = "How are you?") => {
  await expectOk(say(person, sessionId, { message }));
  return settled(person, sessionId);
};

const answer = (person: Person, sessionId: string, requestId: string | undefined) =>
  say(person, sessionId, { requestId, decision: "approve" });

/** A team with a budget of one token, which its first call has used up, and a session whose run waits for it. */
async function waiting(limits: object = {}) {
  const ada = await newPerson();
  const sessionId = await pricedSession(ada);
  await expectOk(setTeam(ada, { tokens: 1, ...limits }));
  await ask(ada, sessionId);
  const session = await ask(ada, sessionId, "And now?");
  const [request] = await asked(ada, sessionId);
  return { ada, sessionId, session, request };
}

describe("what is spent", () => {
  it("is what the usage page counts, for each that the call counts against", async () => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    const before = await newSession(ada, appId);
    await ask(ada, before);
    const key = await newKey(ada, { permissions: [] });
    const byKey = { ...ada, token: key.secret };
    const keySession = await newSession(byKey, appId);
    await ask(byKey, keySession);
    for (const set of [
      setOrg(ada, { money: 10 }),
      setTeam(ada, { money: 10, tokens: 1_000_000 }),
      setApp(ada, appId, { tokens: 1_000_000, mode: "soft" }),
      setKey(ada, key.id, { money: 5 }),
    ])
      await expectOk(set);
    await ask(ada, before, "Again");
    await ask(byKey, keySession, "Again");
    const { totals } = (await expectOk(callAs(usage.get, inTeam(ada)))) as {
      totals: { inputTokens: number; outputTokens: number; costUsd: number; calls: number };
    };
    expect(totals.calls).toBe(4);
    const tokens = totals.inputTokens + totals.outputTokens;
    for (const one of [await orgBudget(ada), await teamBudget(ada), await appBudget(ada, appId)]) {
      expect(one.spent.tokens).toBe(tokens);
      expect(one.spent.costUsd).toBeCloseTo(totals.costUsd, 9);
    }
    const usages = await Promise.all([readSession(ada, keySession)]);
    const own = await keyBudget(ada, key.id);
    expect(own.spent.tokens).toBe(usages.reduce((sum, { usage: u }) => sum + u.inputTokens + u.outputTokens, 0));
    expect(own).toMatchObject({ scope: "key", budget: { money: 5, tokens: null, mode: "hard" }, changers: ["Ada"] });
    const now = new Date();
    expect(own.resetsAt).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString());
  });

  it("is shown where there is no budget, and stays when one is taken away", async () => {
    const ada = await newPerson();
    await ask(ada, await pricedSession(ada));
    const { budget, spent } = await teamBudget(ada);
    expect(budget).toBeNull();
    expect(spent.tokens).toBeGreaterThan(0);
    await expectOk(setTeam(ada, { money: 3 }));
    await expectOk(setTeam(ada, {}));
    expect(await teamBudget(ada)).toMatchObject({ budget: null, spent });
  });
});

describe("a hard budget", () => {
  it("lets the call through that uses it up, and asks before the next one", async () => {
    const { session, sessionId, ada, request } = await waiting();
    expect(session).toMatchObject({ status: "waiting", lastRun: { status: "waiting" } });
    expect(session.lastRun?.reason).toMatch(
      /^The team's budget for \w+ \d{4} is used up: [\d,]+ of 1 tokens\. Whoever/,
    );
    expect(request).toMatchObject({
      ...{ scope: "team", budget: { tokens: 1, money: null, mode: "hard" }, room: false, mayChange: true },
      changers: ["Ada"],
    });
    const log = await readLog(ada, sessionId);
    expect(bodies(log, "step")).toHaveLength(1);
    expect(bodies(log, "input_request")).toMatchObject([
      { kind: "budget", budget: { scope: "team", subjectId: ada.slug, tokens: 1 } },
    ]);
    expect((await say(ada, sessionId, { message: "Hello?" })).status).toBe(409);
    // Told once, however many runs come to wait.
    await ask(ada, await pricedSession(ada));
    expect((await listed(ada)).filter(({ title }) => title === "Budget used up")).toHaveLength(1);
  });

  it.each(["org", "app", "key"] as const)("of the %s holds a run as well", async (scope) => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    const key = await newKey(ada);
    const person = scope === "key" ? { ...ada, token: key.secret } : ada;
    const limits = { money: 0.01 };
    await expectOk(
      { org: () => setOrg(ada, limits), app: () => setApp(ada, appId, limits), key: () => setKey(ada, key.id, limits) }[
        scope
      ](),
    );
    const sessionId = await newSession(person, appId);
    let session = await ask(person, sessionId);
    for (let i = 0; i < 20 && session.lastRun?.status === "completed"; i += 1)
      session = await ask(person, sessionId, `Once more, ${"at length ".repeat(50)}`);
    expect(session.lastRun?.status).toBe("waiting");
    expect(await asked(ada, sessionId)).toMatchObject([{ scope, mayChange: true, room: false }]);
    const other = await newSession(ada, await pricedApp(ada));
    const free = await ask(ada, other);
    expect(free.lastRun?.status).toBe(scope === "org" ? "waiting" : "completed");
  });

  it("lets a run pass once, to its end, and asks the next one", async () => {
    const { ada, sessionId, request } = await waiting();
    await expectOk(answer(ada, sessionId, request?.requestId));
    expect((await settled(ada, sessionId)).lastRun).toMatchObject({ status: "completed" });
    const log = await readLog(ada, sessionId);
    expect(bodies(log, "input_answer")).toMatchObject([{ kind: "budget", decision: "approve", by: { name: "Ada" } }]);
    expect((await ask(ada, sessionId, "And again?")).lastRun?.status).toBe("waiting");
  });

  it.each([
    ["raised", { tokens: 1_000_000 }],
    ["made soft", { tokens: 1, mode: "soft" as const }],
    ["taken away", {}],
  ])("that is %s lets all runs go on that wait for it", async (_how, limits) => {
    const { ada, sessionId } = await waiting();
    const other = await pricedSession(ada);
    expect((await ask(ada, other)).lastRun?.status).toBe("waiting");
    await expectOk(setTeam(ada, limits));
    for (const id of [sessionId, other]) {
      await expect
        .poll(async () => (await readSession(ada, id)).lastRun?.status, { timeout: 15_000 })
        .toBe("completed");
      expect(bodies(await readLog(ada, id), "input_answer")).toMatchObject([
        { decision: "raised", by: { name: "Ada" } },
      ]);
    }
    expect(await asked(ada, sessionId)).toEqual([]);
  });

  it("lets a run go on that waits since before the worker was started anew", async () => {
    const { ada, sessionId, request } = await waiting();
    await stop();
    stop = (await testWorker()).stop;
    expect(await asked(ada, sessionId)).toMatchObject([{ requestId: request?.requestId, room: false }]);
    await expectOk(setTeam(ada, { tokens: 1_000_000 }));
    await expect
      .poll(async () => (await readSession(ada, sessionId)).lastRun?.status, { timeout: 15_000 })
      .toBe("completed");
  });

  it("that is raised, but not enough, goes on waiting", async () => {
    const { ada, sessionId } = await waiting();
    await expectOk(setTeam(ada, { tokens: 2 }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await readSession(ada, sessionId)).lastRun?.status).toBe("waiting");
    // Nor is anybody asked anew.
    const log = await readLog(ada, sessionId);
    expect([bodies(log, "input_request"), bodies(log, "input_answer")].map(({ length }) => length)).toEqual([1, 0]);
    await expectOk(callAs(sessions.cancel, at(ada, sessionId)));
    expect((await readSession(ada, sessionId)).lastRun?.status).toBe("cancelled");
  });

  it("asks for each that is used up, and goes on with the last answer", async () => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    const sessionId = await newSession(ada, appId);
    await ask(ada, sessionId);
    await expectOk(setTeam(ada, { tokens: 1 }));
    await expectOk(setApp(ada, appId, { tokens: 1 }));
    await ask(ada, sessionId, "More");
    const open = await asked(ada, sessionId);
    expect(open.map(({ scope }) => scope).sort()).toEqual(["app", "team"]);
    await expectOk(answer(ada, sessionId, open[0]?.requestId));
    expect((await readSession(ada, sessionId)).lastRun?.status).toBe("waiting");
    expect(await asked(ada, sessionId)).toHaveLength(1);
    await expectOk(answer(ada, sessionId, open[1]?.requestId));
    expect((await settled(ada, sessionId)).lastRun?.status).toBe("completed");
  });

  it("that is raised leaves a run waiting for the other one that is used up", async () => {
    const ada = await newPerson();
    const appId = await pricedApp(ada);
    const sessionId = await newSession(ada, appId);
    await ask(ada, sessionId);
    await expectOk(setTeam(ada, { tokens: 1 }));
    await expectOk(setApp(ada, appId, { tokens: 1 }));
    await ask(ada, sessionId, "More");
    const ofApp = (await asked(ada, sessionId)).find(({ scope }) => scope === "app")?.requestId;
    await expectOk(setTeam(ada, { tokens: 1_000_000 }));
    await expect.poll(() => asked(ada, sessionId)).toMatchObject([{ scope: "app", room: false, requestId: ofApp }]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await asked(ada, sessionId)).toMatchObject([{ requestId: ofApp }]);
    expect((await readSession(ada, sessionId)).lastRun?.status).toBe("waiting");
    await expectOk(setApp(ada, appId, {}));
    await expect.poll(async () => (await readSession(ada, sessionId)).lastRun?.status).toBe("completed");
  });

  it("of money refuses a model whose price nobody knows, and leaves one alone that costs nothing", async () => {
    const ada = await newPerson();
    await expectOk(setTeam(ada, { money: 1 }));
    const session = await ask(ada, await pricedSession(ada, null));
    expect(session.lastRun).toMatchObject({
      status: "error",
      reason: expect.stringMatching(/^Nobody knows what Model costs/),
    });
    const costly = await pricedSession(ada, 1_000_000);
    await ask(ada, costly);
    expect((await ask(ada, costly, "More")).lastRun?.status).toBe("waiting");
    expect((await ask(ada, await pricedSession(ada, 0))).lastRun?.status).toBe("completed");
  });
});

describe("a soft budget", () => {
  it("tells once a month who can change it, and stops nobody", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const sessionId = await pricedSession(ada);
    await expectOk(setTeam(ada, { tokens: 1, mode: "soft" }));
    for (const message of ["One", "Two", "Three"])
      expect((await ask(ada, sessionId, message)).lastRun?.status).toBe("completed");
    const told = (await listed(ada)).filter(({ title }) => title === "Budget used up");
    expect(told).toMatchObject([{ type: "billing", link: `/${ada.slug}/team` }]);
    expect(told[0]?.description).toMatch(/The budget of the team \*\*.+\*\* for .+ is used up: .+ Runs go on\.$/);
    expect((await listed(bob)).filter(({ title }) => title === "Budget used up")).toEqual([]);
    const notices = bodies(await readLog(ada, sessionId), "notice");
    expect(notices).toMatchObject([{ code: "budget" }, { code: "budget" }]);
  });

  it("tells again after it was changed", async () => {
    const ada = await newPerson();
    const sessionId = await pricedSession(ada);
    for (const tokens of [1, 2]) {
      await expectOk(setTeam(ada, { tokens, mode: "soft" }));
      await ask(ada, sessionId, `With ${tokens}`);
    }
    expect((await listed(ada)).filter(({ title }) => title === "Budget used up")).toHaveLength(2);
  });
});

describe("who may", () => {
  it("let a run pass is who may change the budget, and nobody else", async () => {
    const { ada, sessionId, request } = await waiting();
    const bob = { ...(await joined(ada)), slug: ada.slug };
    const [seen] = await asked(bob, sessionId);
    expect(seen).toMatchObject({ mayChange: false, changers: ["Ada"] });
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
    expect((await appBudget(ada, appId)).changers).toEqual(["Ada", "Member"]);
    await expectOk(setSharing(ada, appId, { sharingMode: "private" }));
    expect((await appBudget(ada, appId)).changers).toEqual(["Ada"]);
    await newMember(ada, { teamBits: [Permission.TEAM_ADMIN] });
    expect((await appBudget(ada, appId)).changers).toEqual(["Ada", "Member"]);
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
    const { ada, sessionId, request, session } = await waiting();
    const bob = { ...(await joined(ada)), slug: ada.slug };
    const { db } = await testDatabase();
    // As if the month had passed.
    await db.update(table).set({ month: "2020-01-01" }).where(eq(table.subjectId, ada.slug));
    expect(await asked(bob, sessionId)).toMatchObject([{ room: true, spent: { tokens: 0 } }]);
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
  it("reads a calm sentence without a figure, and cannot let anything pass", async () => {
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
      reason: expect.stringMatching(/^This app has used what it may/),
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
      { error: expect.stringMatching(/^This app cannot answer/) },
    ]);
    await expectOk(setTeam(ada, { tokens: 1_000_000 }));
    await expect.poll(async () => (await readSession(ada, visitor.sessionId)).lastRun?.status).toBe("completed");
  });
});

describe("a change of a budget", () => {
  it("is in the audit log, with what it was before", async () => {
    const ada = await newPerson();
    await expectOk(setTeam(ada, { money: 5 }));
    await expectOk(setTeam(ada, { money: 7, mode: "soft" }));
    await expectOk(setTeam(ada, {}));
    const key = await newKey(ada);
    await expectOk(setKey(ada, key.id, { tokens: 9 }));
    const { entries } = (await expectOk(callAs(audit.list, inTeam(ada)))) as { entries: Record<string, unknown>[] };
    const noted = entries.filter(({ kind }) => kind === "budget");
    expect(noted).toMatchObject([
      { before: { tokens: null, mode: null }, after: { tokens: 9, mode: "hard" } },
      { before: { money: 7, mode: "soft" }, after: { money: null, mode: null } },
      { before: { money: 5, mode: "hard" }, after: { money: 7, mode: "soft" } },
      { before: { money: null, mode: null }, after: { money: 5, mode: "hard" } },
    ]);
  });

  it.each([
    [{ money: 0, mode: "hard" }, "money"],
    [{ money: "5", mode: "hard" }, "money"],
    [{ money: -0.01, mode: "hard" }, "money"],
    [{ money: 0.001, mode: "hard" }, "money"],
    [{ money: 0.015, mode: "hard" }, "money"],
    [{ money: 10_000_000.01, mode: "hard" }, "money"],
    [{ money: 1e308, mode: "hard" }, "money"],
    [{ tokens: 0, mode: "hard" }, "tokens"],
    [{ tokens: 1e13, mode: "hard" }, "tokens"],
    [{ tokens: 1e308, mode: "hard" }, "tokens"],
    [{ tokens: 1.5, mode: "hard" }, "tokens"],
    [{ tokens: -1, mode: "hard" }, "tokens"],
    [{ tokens: 10, mode: "medium" }, "mode"],
  ])("refuses %j at its field", async (body, path) => {
    const { status, body: got } = await callAs(budgets.editTeam, { ...inTeam(await newPerson()), body });
    expect(status).toBe(400);
    expect(got).toMatchObject({ issues: expect.arrayContaining([expect.objectContaining({ path })]) });
  });

  it.each(["1e999", "-1e999", "NaN", "Infinity"])("refuses %s, and what was set stays", async (figure) => {
    const ada = await newPerson();
    await expectOk(setTeam(ada, { money: 5 }));
    const { status } = await send("POST", `/${ada.slug}/forms/budget/team/edit`, `{"money":${figure},"mode":"hard"}`, {
      token: ada.token,
    });
    expect(status).toBe(400);
    expect((await teamBudget(ada)).budget).toEqual({ money: 5, tokens: null, mode: "hard" });
  });

  it.each([0.01, 0.07, 19.99, 1_234.56, 9_999_999.99, 10_000_000])("keeps $%d as it was given", async (money) => {
    const ada = await newPerson();
    await expectOk(setTeam(ada, { money, tokens: 1_000_000_000_000 }));
    expect((await teamBudget(ada)).budget).toEqual({ money, tokens: 1_000_000_000_000, mode: "hard" });
  });
});
