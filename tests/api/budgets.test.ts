import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { usage } from "@/lib/contract/usage/schemas";
import {
  answer,
  appBudget,
  ask,
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
  waitingRun,
} from "../support/budgets";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { joined } from "../support/members";
import { listed } from "../support/notifications";
import { at, newSession, readLog, readSession, say, settled, testWorker } from "../support/sessions";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = (await testWorker()).stop;
});
afterAll(() => stop());

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
    expect(own).toMatchObject({ scope: "key", budget: { money: 5, tokens: null, mode: "hard" }, editors: ["Ada"] });
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
    const { session, sessionId, ada, request } = await waitingRun();
    expect(session).toMatchObject({ status: "waiting", lastRun: { status: "waiting" } });
    expect(session.lastRun?.reason).toMatch(
      /^The team's \w+ budget is used up: [\d,]+ of 1 token\. Someone who can edit the budget/,
    );
    expect(request).toMatchObject({
      scope: "team",
      budget: { tokens: 1, money: null, mode: "hard" },
      available: false,
      canEdit: true,
      editors: ["Ada"],
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
    expect(await asked(ada, sessionId)).toMatchObject([{ scope, canEdit: true, available: false }]);
    const other = await newSession(ada, await pricedApp(ada));
    const free = await ask(ada, other);
    expect(free.lastRun?.status).toBe(scope === "org" ? "waiting" : "completed");
  });

  it("lets a run pass once, to its end, and asks the next one", async () => {
    const { ada, sessionId, request } = await waitingRun();
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
    const { ada, sessionId } = await waitingRun();
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
    const { ada, sessionId, request } = await waitingRun();
    await stop();
    stop = (await testWorker()).stop;
    expect(await asked(ada, sessionId)).toMatchObject([{ requestId: request?.requestId, available: false }]);
    await expectOk(setTeam(ada, { tokens: 1_000_000 }));
    await expect
      .poll(async () => (await readSession(ada, sessionId)).lastRun?.status, { timeout: 15_000 })
      .toBe("completed");
  });

  it("that is raised, but not enough, goes on waiting", async () => {
    const { ada, sessionId } = await waitingRun();
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
    await expect
      .poll(() => asked(ada, sessionId))
      .toMatchObject([{ scope: "app", available: false, requestId: ofApp }]);
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
      reason: expect.stringMatching(/^No prices are set for Model, but/),
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
    expect(told[0]?.description).toMatch(/\*\*.+\*\*'s \w+ budget is used up: .+ Runs aren't paused\.$/);
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
