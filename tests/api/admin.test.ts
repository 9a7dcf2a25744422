import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts";
import { admin } from "@/lib/contract/admin";
import { agents } from "@/lib/contract/agents";
import { audit } from "@/lib/contract/audit";
import { registration } from "@/lib/contract/registration";
import { security } from "@/lib/contract/security";
import { Permission } from "@/lib/permissions/bits";
import { makeMailToken } from "@/lib/server/accounts/mail-tokens";
import { accounts as accountRows } from "@/lib/server/accounts/table";
import { planOf } from "@/lib/server/billing/plan";
import { forgetEnv } from "@/lib/server/env";
import { outboxFolder } from "@/lib/server/mail/outbox-folder";
import { provide } from "@/lib/server/registry";
import { workers } from "@/lib/server/runs/table";
import { makeWorker } from "@/lib/server/runs/worker";
import { runs } from "@/lib/server/sessions/table";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { mailServer } from "../support/mail-server";
import { furnishTeam } from "../support/matrix/furnished-team";
import { requestsOf, sendAs } from "../support/matrix/requests";
import { freshEmail } from "../support/members";
import { newAccount, newMember, tokenOf } from "../support/people";
import { withEnv } from "../support/plans";
import { endpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const rootToken = async () => tokenOf(await newAccount("Root", true));
const rootCalls = endpoints.filter(({ access }) => access === "root");

async function entriesOf({ token, slug }: Person) {
  const answer = await expectOk(callAs(audit.list, { token, params: { resourceSlug: slug } }));
  return answer.entries as { action: string; accountName: string; before: unknown; after: unknown }[];
}

describe("who is root", () => {
  it("alone reaches the administration, by a session and never by a key", async () => {
    expect(rootCalls.length).toBeGreaterThan(10);
    const team = await furnishTeam();
    const owner = await tokenOf(team.owner);
    const root = await newMember(team, { root: true });
    const { secret } = await newKey(root, { permissions: [] });
    for (const endpoint of rootCalls)
      for (const sent of requestsOf(endpoint, team.ids)) {
        expect(await sendAs(sent)).toMatchObject({ status: 401 });
        expect(await sendAs(sent, { token: owner })).toMatchObject({
          status: 403,
          body: { error: 'Missing permission "Root"', code: "forbidden", permission: Permission.ROOT },
        });
        expect(await sendAs(sent, { token: secret })).toMatchObject({ status: 403 });
      }
  });

  it("reads names and figures of other teams, and nothing of what is in them", async () => {
    const team = await furnishTeam();
    const token = await rootToken();
    const { accountId, runId, mailId, memberId } = team.ids;
    const shownIds = [accountId, memberId, runId, mailId];
    const content = [...team.teamValues, ...team.hiddenValues, ...team.secrets].filter(
      (value) => !shownIds.includes(value) && !value.startsWith("team "),
    );
    expect(content.length).toBeGreaterThan(40);
    for (const endpoint of rootCalls)
      for (const sent of requestsOf(endpoint, team.ids)) {
        const { text } = await sendAs(sent, { token });
        expect([endpoint.name, content.filter((value) => text.includes(value))]).toEqual([endpoint.name, []]);
      }
  });

  it("is no member anywhere by it", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const refused = await callAs(agents.list, { token, params: { resourceSlug: ada.slug } });
    expect(refused).toMatchObject({ status: 404, body: { error: "This team does not exist or was deleted." } });
  });

  it("is told so by account.json, in a team and without one", async () => {
    const view = async (token: string) => {
      const { account } = await expectOk(callAs(accounts.get, { token }));
      return (account as { permissions: number[] }).permissions;
    };
    expect(await view(await rootToken())).toEqual([Permission.ROOT, Permission.CREATE_ORG]);
    const ada = await newPerson();
    expect(await view(ada.token)).not.toContain(Permission.ROOT);
    const { db } = await testDatabase();
    await db.update(accountRows).set({ root: true }).where(eq(accountRows.id, ada.accountId));
    expect(await view(ada.token)).toContain(Permission.ROOT);
  });
});

describe("organizations", () => {
  const find = async (token: string, q: string) => {
    const { orgs } = await expectOk(callAs(admin.orgs, { token, query: { q } }));
    return orgs as Record<string, unknown>[];
  };

  it("are found by name and owner, with figures and the plan in force", async () => {
    const ada = await newPerson("Ada");
    const token = await rootToken();
    const [org, ...others] = await find(token, ada.email);
    expect(others).toEqual([]);
    expect(org).toMatchObject({
      ...{ _id: ada.orgId, name: "Ada's organization", ownerName: "Ada", ownerEmail: ada.email },
      ...{ members: 1, teams: 1, plan: "enterprise", planSource: "default" },
    });
    expect((await find(token, "ada's ORG")).map(({ _id }) => _id)).toContain(ada.orgId);
    expect(await find(token, "%")).toEqual([]);
  });

  it("get a plan that is in force at once and is noted with them", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const set = (plan: unknown) => callAs(admin.setPlan, { token, params: { orgId: ada.orgId }, body: { plan } });
    expect((await set("teams")).status).toBe(200);
    const { db } = await testDatabase();
    expect(await planOf(db, ada.orgId)).toMatchObject({ plan: "teams" });
    expect((await find(token, ada.email))[0]).toMatchObject({ plan: "teams", planSource: "set" });
    expect((await entriesOf(ada))[0]).toMatchObject({
      ...{ action: "admin.setPlan", accountName: "Root" },
      ...{ before: { plan: null }, after: { plan: "teams" } },
    });
    expect((await set(null)).status).toBe(200);
    expect((await find(token, ada.email))[0]).toMatchObject({ plan: "enterprise", planSource: "default" });
    expect(await set("gold")).toMatchObject({ status: 400, body: { issues: [{ path: "plan" }] } });
    const gone = await callAs(admin.setPlan, { token, params: { orgId: "org_none" }, body: { plan: "pro" } });
    expect(gone).toMatchObject({ status: 404, body: { error: "This organization does not exist or was deleted." } });
  });

  it("are counted by plan", async () => {
    const token = await rootToken();
    const count = async () => {
      const { plans } = await expectOk(callAs(admin.plans, { token }));
      return (plans as { plan: string; set: number }[]).find(({ plan }) => plan === "pro")?.set ?? 0;
    };
    const before = await count();
    const { orgId } = await newPerson();
    await expectOk(callAs(admin.setPlan, { token, params: { orgId }, body: { plan: "pro" } }));
    expect(await count()).toBe(before + 1);
  });
});

describe("accounts", () => {
  const find = async (token: string, query: object) => {
    const answer = await expectOk(callAs(admin.accounts, { token, query: query as never }));
    return answer.accounts as Record<string, unknown>[];
  };
  const signIn = ({ email }: Person) => callAs(accounts.login, { body: { email, password: goodPassword } });

  it("are found by address, state and organization", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const [found] = await find(token, { q: ada.email });
    expect(found).toMatchObject({
      ...{ _id: ada.accountId, email: ada.email, emailVerified: false, root: false, orgs: 1, owns: 1, sessions: 1 },
      ...{ dateClosed: null, lastSeen: expect.stringMatching(/Z$/) },
    });
    expect((await find(token, { orgId: ada.orgId })).map(({ _id }) => _id)).toEqual([ada.accountId]);
    expect(await find(token, { q: ada.email, state: "closed" })).toEqual([]);
    expect(await find(token, { q: ada.email, state: "root" })).toEqual([]);
    expect(await find(token, { q: ada.email, state: "open" })).toHaveLength(1);
  });

  it("that their owners have deleted are not there", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const body = { email: ada.email, password: goodPassword };
    await expectOk(callAs(security.remove, { token: ada.token, body }));
    expect(await find(token, { q: `deleted:${ada.accountId}` })).toEqual([]);
    for (const call of [admin.endSessions, admin.close, admin.reopen])
      expect((await callAs(call, { token, params: { accountId: ada.accountId } })).status).toBe(404);
  });

  it("are signed out everywhere, which is noted where they are members", async () => {
    const ada = await newPerson();
    await expectOk(signIn(ada));
    const token = await rootToken();
    const params = { accountId: ada.accountId };
    expect(await callAs(admin.endSessions, { token, params })).toMatchObject({ status: 200, body: { ended: 2 } });
    expect((await callAs(accounts.get, { token: ada.token })).status).toBe(401);
    const again = String((await expectOk(signIn(ada))).token);
    expect((await entriesOf({ ...ada, token: again }))[0]).toMatchObject({
      ...{ action: "admin.endSessions", before: { sessions: 2 }, after: { sessions: 0 } },
    });
    expect((await callAs(admin.endSessions, { token, params: { accountId: "account_none" } })).status).toBe(404);
  });

  it("that are closed are out by every way in, until they are opened again", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const params = { accountId: ada.accountId };
    const { secret } = await newKey(ada, { permissions: [] });
    const whole = await newKey(ada);
    expect((await callAs(accounts.get, { token: secret })).status).toBe(200);
    await expectOk(callAs(admin.close, { token, params }));
    for (const held of [ada.token, secret, whole.secret])
      expect((await callAs(accounts.get, { token: held })).status).toBe(401);
    expect(await signIn(ada)).toMatchObject({
      status: 403,
      body: { error: "This account was closed by whoever runs this server. Ask them to open it again." },
    });
    // Whoever does not know the password learns nothing of it.
    const wrong = await callAs(accounts.login, { body: { email: ada.email, password: "wrong password 1" } });
    expect(wrong).toMatchObject({ status: 401, body: { error: "The e-mail address or the password is not right." } });
    // Nor is it asked for a second step, and a mailed link leads nowhere.
    const { db } = await testDatabase();
    const own = eq(accountRows.id, ada.accountId);
    await db.update(accountRows).set({ twoFactorSince: new Date() }).where(own);
    expect(await signIn(ada)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    await db.update(accountRows).set({ twoFactorSince: null }).where(own);
    const body = { token: await makeMailToken(db, "verify", ada.accountId) };
    expect(await callAs(accounts.verify, { body })).toMatchObject({ status: 403, body: { code: "forbidden" } });
    // A session that some other way in would begin is nobody's.
    expect((await callAs(accounts.get, { token: await tokenOf(ada) })).status).toBe(401);
    expect((await find(token, { q: ada.email, state: "closed" }))[0]).toMatchObject({ sessions: 1 });
    await expectOk(callAs(admin.reopen, { token, params }));
    expect((await callAs(accounts.get, { token: ada.token })).status).toBe(401);
    expect((await signIn(ada)).status).toBe(200);
    expect((await callAs(accounts.get, { token: secret })).status).toBe(200);
  });

  it("are not closed by themselves", async () => {
    const root = await newAccount("Root", true);
    const params = { accountId: root.accountId };
    const own = await callAs(admin.close, { token: await tokenOf(root), params });
    expect(own).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});

describe("the queue", () => {
  const queued = async () => {
    const team = await furnishTeam();
    return { team, token: await rootToken(), params: { runId: team.ids.runId } };
  };
  const statusOf = async (runId: string) => {
    const { db } = await testDatabase();
    return (await db.select().from(runs).where(eq(runs.id, runId)))[0];
  };

  it("is shown by state and team, with its oldest run", async () => {
    const { team, token, params } = await queued();
    const queue = await expectOk(callAs(admin.queue, { token }));
    expect(queue.queued).toBeGreaterThan(0);
    expect(queue.oldestQueued).toMatch(/Z$/);
    expect(queue.teams).toContainEqual(expect.objectContaining({ _id: team.slug, queued: 2, running: 0, waiting: 0 }));
    const { runs: listed } = await expectOk(callAs(admin.runs, { token, query: { teamId: team.slug } }));
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(
      expect.objectContaining({ _id: params.runId, teamId: team.slug, status: "queued", worker: null }),
    );
    const none = await expectOk(callAs(admin.runs, { token, query: { teamId: team.slug, status: "running" } }));
    expect(none.runs).toEqual([]);
    expect(await callAs(admin.runs, { token, query: { before: "run_none" } })).toMatchObject({ status: 400 });
  });

  it("lets go of a run that is stopped, once", async () => {
    const { token, params } = await queued();
    await expectOk(callAs(admin.cancelRun, { token, params }));
    expect(await statusOf(params.runId)).toMatchObject({ status: "cancelled" });
    expect(await callAs(admin.cancelRun, { token, params })).toMatchObject({
      ...{ status: 409, body: { error: "This run has ended." } },
    });
    expect((await callAs(admin.cancelRun, { token, params: { runId: "run_none" } })).status).toBe(404);
  });

  it("gets a run back from its worker, whose attempt counts", async () => {
    const { token, params } = await queued();
    expect((await callAs(admin.giveBackRun, { token, params })).status).toBe(409);
    const { db } = await testDatabase();
    await db
      .update(runs)
      .set({ status: "running", leaseOwner: "worker-hung", leaseUntil: new Date(Date.now() + 10_000), attempt: 1 })
      .where(eq(runs.id, params.runId));
    await expectOk(callAs(admin.giveBackRun, { token, params }));
    expect(await statusOf(params.runId)).toMatchObject({ status: "queued", leaseOwner: null, attempt: 1 });
  });

  it("names its workers while they are there", async () => {
    const { db } = await testDatabase();
    const token = await rootToken();
    const named = async (id: string) =>
      ((await expectOk(callAs(admin.queue, { token }))).workers as Record<string, unknown>[]).find(
        ({ _id }) => _id === id,
      );
    const worker = makeWorker(db, "worker-shown", { runsMost: 7, heartbeatMs: 50, pollMs: 60_000 });
    await expect.poll(() => named("worker-shown")).toMatchObject({ alive: true, runsMost: 7, pid: process.pid });
    const before = Date.parse(String((await named("worker-shown"))?.lastBeat));
    await expect.poll(async () => Date.parse(String((await named("worker-shown"))?.lastBeat))).toBeGreaterThan(before);
    await worker.stop();
    expect(await named("worker-shown")).toBeUndefined();
    await db
      .insert(workers)
      .values({ id: "worker-lost", host: "far", pid: 1, runsMost: 1, lastBeat: new Date(Date.now() - 60_000) });
    expect(await named("worker-lost")).toMatchObject({ alive: false });
  });
});

describe("mails", () => {
  it("are read as text without what their links are good for", async () => {
    const { mailId, memberId } = (await furnishTeam()).ids;
    const token = await rootToken();
    const { mails, smtp } = await expectOk(callAs(admin.mails, { token, query: { limit: 1 } }));
    expect([mails, smtp]).toMatchObject([
      [{ _id: mailId, subject: "Confirm your e-mail address", failure: null }],
      false,
    ]);
    const reply = await callAs(admin.mail, { token, params: { mailId } });
    expect(await reply.response.text()).not.toContain("mv_unsent");
    expect(reply.body).toMatchObject({ mail: { text: expect.stringContaining("/verify?token=••••") } });
    const beside = { to: "a@example.test", subject: "Beside", date: new Date().toISOString(), text: "Not a mail" };
    await writeFile(join(outboxFolder(), "..", "beside.json"), JSON.stringify(beside));
    for (const none of ["../beside", "../app-secret", "..%2fapp-secret", memberId, mailId.replace(/.{8}$/, "00000000")])
      expect((await callAs(admin.mail, { token, params: { mailId: none } })).status).toBe(404);
  });

  it("are paged, newest first, with a place in the order for one that is gone", async () => {
    const token = await rootToken();
    for (let i = 0; i < 3; i += 1) await furnishTeam();
    const page = async (query: object) => {
      const answer = await expectOk(callAs(admin.mails, { token, query: query as never }));
      return { ids: (answer.mails as { _id: string }[]).map(({ _id }) => _id), next: answer.next as string };
    };
    const first = await page({ limit: 2 });
    await expectOk(callAs(admin.removeMail, { token, params: { mailId: first.next } }));
    const second = await page({ limit: 2, before: first.next });
    const all = [...first.ids, ...second.ids];
    expect(all).toEqual([...all].sort().reverse());
    expect((await callAs(admin.removeMail, { token, params: { mailId: first.next } })).status).toBe(404);
  });

  it("are sent when there is a mail server, and stay when it refuses", async () => {
    const { mailId } = (await furnishTeam()).ids;
    const token = await rootToken();
    const send = () => callAs(admin.resendMail, { token, params: { mailId } });
    expect(await send()).toMatchObject({ status: 409, body: { error: expect.stringContaining("SMTP_URL") } });
    const server = await mailServer();
    server.refusals.push(550);
    expect(await send()).toMatchObject({ status: 409, body: { error: expect.stringContaining("did not take it") } });
    expect((await callAs(admin.mail, { token, params: { mailId } })).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.raw).toContain("token=3Dmv_unsent");
    expect((await callAs(admin.mail, { token, params: { mailId } })).status).toBe(404);
    const { entries } = await expectOk(callAs(admin.log, { token, query: { limit: 1 } }));
    expect(entries).toMatchObject([{ action: "admin.resendMail", orgName: null, after: null }]);
  });

  it("that a mail server has refused for good are kept with its words", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const server = await mailServer();
    server.refusals.push(550);
    await expectOk(callAs(accounts.requestChangePassword, { body: { email: ada.email } }));
    const newest = async () => {
      const { mails } = await expectOk(callAs(admin.mails, { token, query: { limit: 1 } }));
      return (mails as { to: string; failure: string | null }[])[0];
    };
    await expect.poll(newest).toMatchObject({ to: ada.email, failure: expect.stringContaining("550") });
  });
});

describe("health", () => {
  it("says how each part is", async () => {
    provide("readiness", undefined);
    const health = await expectOk(callAs(admin.health, { token: await rootToken() }));
    expect(health).toMatchObject({
      server: { node: process.version, registration: "open" },
      database: { embedded: true, version: expect.stringMatching(/^\d/) },
      disk: { full: false },
      uploads: { writable: true },
      mail: { mode: "outbox" },
    });
    const { migrations, migrationsKnown } = health.database as Record<string, number>;
    expect(migrations).toBe(migrationsKnown);
  });
});

describe("registration", () => {
  const register = (email: string) =>
    callAs(accounts.register, { body: { name: "Grace", email, password: goodPassword } });

  it.each([
    ["closed", { REGISTRATION: "closed" }, { status: 403, body: { error: expect.stringContaining("is closed") } }],
    [
      "by invitation",
      { REGISTRATION: "invite" },
      { status: 403, body: { error: expect.stringContaining("an invite") } },
    ],
    [
      "for some domains",
      { ALLOWED_EMAIL_DOMAINS: "example.com" },
      { status: 400, body: { issues: [{ path: "email" }] } },
    ],
  ])("that is %s makes no account", async (_, variables, refused) => {
    withEnv(variables);
    const email = freshEmail("grace");
    expect(await register(email)).toMatchObject(refused);
    const { db } = await testDatabase();
    expect(await db.$count(accountRows, eq(accountRows.email, email))).toBe(0);
    // An address that only ends in one of the domain's letters is none of it.
    if ("ALLOWED_EMAIL_DOMAINS" in variables)
      expect((await register(`grace@not${variables.ALLOWED_EMAIL_DOMAINS}`)).status).toBe(400);
  });

  it("says who may make an account, to anybody", async () => {
    expect(await expectOk(callAs(registration.get))).toEqual({ mode: "open", emailDomains: [] });
    process.env.REGISTRATION = "invite";
    process.env.ALLOWED_EMAIL_DOMAINS = "example.test";
    forgetEnv();
    try {
      expect(await expectOk(callAs(registration.get))).toEqual({ mode: "invite", emailDomains: ["example.test"] });
    } finally {
      delete process.env.REGISTRATION;
      delete process.env.ALLOWED_EMAIL_DOMAINS;
      forgetEnv();
    }
  });
});
