import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type pg from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { accounts as accountCalls } from "@/lib/contract/accounts/schemas";
import { roleBits } from "@/lib/permissions/roles";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { scimTokens, scimUsers } from "@/lib/server/platform/db/tables/identity";
import { invites } from "@/lib/server/platform/db/tables/invites";
import { orgMembers, orgs, teamMembers } from "@/lib/server/platform/db/tables/teams";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { saveProvider, startStandins, verifyNewDomain } from "../support/identity";
import { newAccount, stand } from "../support/people";
import { newScimClient, okta, type ScimClient } from "../support/scim";
import { unlimited } from "../support/unlimited";

unlimited();

const { standin, names } = await startStandins();
let ada: Person;
let domain: string;
let client: ScimClient;
let group: { id: string; path: string };
beforeAll(async () => {
  ada = await newPerson();
  domain = await verifyNewDomain(ada, names);
  client = await newScimClient(ada);
  const rules = [{ claim: "groups", value: "leads", teamId: ada.slug, role: "Team Admin" }];
  await expectOk(saveProvider(ada, standin, { rules }));
  const id = idIn(await client.call("POST", "/Groups", { displayName: "leads" }));
  group = { id, path: `/Groups/${id}` };
});
afterEach(() => vi.restoreAllMocks());

const idIn = ({ body }: { body: Record<string, unknown> }) => String(body.id);
const place = () => ({ orgId: ada.orgId, slug: ada.slug });

async function newUser(email: string): Promise<string> {
  const made = await client.call("POST", "/Users", okta.create({ email, externalId: randomUUID() }));
  expect(made.status).toBe(201);
  return idIn(made);
}
const disable = (id: string) => client.call("PATCH", `/Users/${id}`, okta.disable);

/** Someone with an account of their own, whose address is confirmed or not. */
async function newBob(emailVerified: boolean) {
  const bob = await newAccount("Bob");
  const { db } = await testDatabase();
  await db.update(accounts).set({ emailVerified }).where(eq(accounts.id, bob.accountId));
  return bob;
}
async function moveTo(accountId: string, email: string): Promise<void> {
  const { db } = await testDatabase();
  await db.update(accounts).set({ email }).where(eq(accounts.id, accountId));
}
async function isMember(accountId: string): Promise<boolean> {
  const { db } = await testDatabase();
  const own = and(eq(orgMembers.orgId, ada.orgId), eq(orgMembers.accountId, accountId));
  return (await db.$count(orgMembers, own)) === 1;
}
async function findTeamMember(accountId: string) {
  const { db } = await testDatabase();
  const own = and(eq(teamMembers.teamId, ada.slug), eq(teamMembers.accountId, accountId));
  return (await db.select().from(teamMembers).where(own))[0];
}
async function attachedTo(id: string) {
  const { db } = await testDatabase();
  return (await db.select().from(scimUsers).where(eq(scimUsers.id, id)))[0]?.accountId;
}

describe("a SCIM user", () => {
  it("is whose account it is attached to, not who has taken over the address", async () => {
    const email = `grace@${domain}`;
    const id = await newUser(email);
    const grace = (await attachedTo(id)) ?? "";
    await client.call("PATCH", group.path, okta.addMember(id));
    expect(await findTeamMember(grace)).toMatchObject({ byProvider: true });
    await moveTo(grace, `grace.new@${domain}`);
    const bob = await newBob(true);
    await moveTo(bob.accountId, email);
    await stand(bob, place(), { teamBits: null });
    const bobs = await newUser(`other-${randomUUID()}@${domain}`);
    const { db } = await testDatabase();
    await db.update(scimUsers).set({ accountId: bob.accountId }).where(eq(scimUsers.id, bobs));
    await client.call("PATCH", `/Users/${bobs}`, okta.rename);
    expect(await findTeamMember(bob.accountId)).toBeUndefined();
    await disable(id);
    expect([await isMember(grace), await isMember(bob.accountId)]).toEqual([false, true]);
  });

  it("gives nothing to a member whose address is not confirmed, whose access it still ends", async () => {
    const bob = await newBob(false);
    await stand(bob, place(), { teamBits: null });
    const id = await newUser(bob.email);
    await client.call("PATCH", group.path, okta.addMember(id));
    expect([await attachedTo(id), await findTeamMember(bob.accountId)]).toEqual([null, undefined]);
    await disable(id);
    expect(await isMember(bob.accountId)).toBe(false);
  });

  it("is attached to the account that accepts its invitation, with the roles of its groups", async () => {
    const bob = await newBob(true);
    const id = await newUser(bob.email);
    await client.call("PATCH", group.path, okta.addMember(id));
    expect(await isMember(bob.accountId)).toBe(false);
    const { db } = await testDatabase();
    const token = `mi_${randomUUID()}`;
    await db
      .update(invites)
      .set({ mailHash: hashToken(token) })
      .where(eq(invites.email, bob.email));
    const { createSession } = await import("@/lib/server/access/auth/principal");
    const session = await createSession(db, bob.accountId);
    await expectOk(callAs(accountCalls.verify, { token: session, body: { token } }));
    expect(await attachedTo(id)).toBe(bob.accountId);
    expect(await findTeamMember(bob.accountId)).toMatchObject({
      permissions: [...roleBits["Team Admin"]],
      byProvider: true,
    });
    await moveTo(bob.accountId, `${randomUUID()}@example.test`);
    await disable(id);
    expect(await isMember(bob.accountId)).toBe(false);
  });

  it("is invited only as often as an organization may invite in a day", async () => {
    const elsewhere = () => okta.create({ email: `${randomUUID()}@elsewhere.example.test`, externalId: randomUUID() });
    const cleo = await newPerson("Cleo");
    const own = await newScimClient(cleo);
    process.env.RATE_LIMIT_SCALE = "0.002";
    forgetEnv();
    try {
      const sent = [elsewhere(), elsewhere(), elsewhere()].map((user) => own.call("POST", "/Users", user));
      const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
      expect(statuses).toEqual([201, 201, 429]);
      const { db } = await testDatabase();
      expect(await db.$count(invites, eq(invites.orgId, cleo.orgId))).toBe(2);
      expect(await db.$count(scimUsers, eq(scimUsers.orgId, cleo.orgId))).toBe(2);
    } finally {
      process.env.RATE_LIMIT_SCALE = "10000";
      forgetEnv();
    }
  });
});

describe("a token", () => {
  it("that is revoked while its call waits changes nothing", async () => {
    const { db } = await testDatabase();
    const other = await newScimClient(ada);
    const user = okta.create({ email: `${randomUUID()}@${domain}`, externalId: randomUUID() });
    const sent = await db.transaction(async (tx) => {
      await tx.select().from(orgs).where(eq(orgs.id, ada.orgId)).for("no key update");
      const waiting = other.call("POST", "/Users", user);
      await vi.waitFor(async () => {
        const { rows } = await db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      });
      await tx.delete(scimTokens).where(eq(scimTokens.id, other.id));
      return { waiting };
    });
    expect(await sent.waiting).toMatchObject({ status: 401, body: { status: "401" } });
    expect(await db.$count(scimUsers, eq(scimUsers.userName, user.userName))).toBe(0);
  });
});

/** The texts of the statements that the work sends. */
async function listStatements(work: () => Promise<void>): Promise<string[]> {
  const { pool } = await testDatabase();
  const texts: string[] = [];
  const spied = new Map<pg.PoolClient, { mockRestore: () => void }>();
  const watch = (client: pg.PoolClient) => {
    if (spied.has(client)) return;
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    const spy = vi.spyOn(client, "query").mockImplementation((...all: unknown[]) => {
      texts.push(typeof all[0] === "string" ? all[0] : (all[0] as { text: string }).text);
      return query(...all) as never;
    });
    spied.set(client, spy);
  };
  pool.on("acquire", watch);
  await work();
  pool.off("acquire", watch);
  for (const spy of spied.values()) spy.mockRestore();
  return texts;
}

describe("a group", () => {
  /** Adds users of a group; `withAccounts`: they are members. */
  async function fill(orgId: string, n: number, withAccounts: boolean): Promise<string[]> {
    const { db } = await testDatabase();
    const start = randomUUID();
    const made = sql`from generate_series(1, ${n}::int) i`;
    if (withAccounts) {
      await db.execute(
        sql`insert into accounts (id, email, name, email_verified, onboarded) select 'account_' || ${start} || i, ${start} || i || '@x.test', 'n', true, true ${made}`,
      );
      await db.execute(
        sql`insert into org_members (org_id, account_id, permissions) select ${orgId}, 'account_' || ${start} || i, '{}' ${made}`,
      );
    }
    const account = withAccounts ? sql`'account_' || ${start} || i` : sql`null`;
    const { rows } = await db.execute<{ id: string }>(
      sql`insert into scim_users (id, org_id, user_name, user_name_key, email, active, account_id) select 'scimuser_' || ${start} || i, ${orgId}, ${start} || i, ${start} || i, ${start} || i || '@x.test', true, ${account} ${made} returning id`,
    );
    return rows.map(({ id }) => id);
  }

  it("gives all of its members their roles in as many statements as a few", async () => {
    const statements = async (n: number) => {
      const ids = await fill(ada.orgId, n, true);
      const value = ids.map((id) => ({ value: id }));
      const texts = await listStatements(async () => {
        const changed = await client.call("PATCH", group.path, { Operations: [{ op: "add", path: "members", value }] });
        expect(changed.status).toBe(200);
      });
      const { db } = await testDatabase();
      const { rows } = await db.execute(
        sql`select 1 from team_members join scim_users using (account_id) where team_id = ${ada.slug} and scim_users.id in ${ids}`,
      );
      expect(rows).toHaveLength(n);
      return texts.length;
    };
    const few = await statements(2);
    expect(few).toBeGreaterThan(5);
    const more = await statements(90);
    expect(more).toBeLessThanOrEqual(few);
  });

  it("is listed without its members if they are not requested, and otherwise in pages of a bounded size", async () => {
    const cleo = await newPerson("Cleo");
    const own = await newScimClient(cleo);
    const ids = await fill(cleo.orgId, 6_000, false);
    const { db } = await testDatabase();
    for (const displayName of ["one", "two"]) {
      const id = idIn(await own.call("POST", "/Groups", { displayName }));
      await db.execute(
        sql`insert into scim_group_members (group_id, user_id) select ${id}, id from scim_users where org_id = ${cleo.orgId}`,
      );
    }
    expect(ids).toHaveLength(6_000);
    const page = (await own.call("GET", "/Groups")).body;
    expect(page).toMatchObject({ totalResults: 2, itemsPerPage: 1, Resources: [{ displayName: "one" }] });
    const rest = (await own.call("GET", "/Groups?startIndex=2")).body;
    expect(rest).toMatchObject({ totalResults: 2, itemsPerPage: 1, Resources: [{ displayName: "two" }] });
    const texts = await listStatements(async () => {
      const short = (await own.call("GET", "/Groups?excludedAttributes=members")).body;
      expect(short).toMatchObject({ itemsPerPage: 2, Resources: [{ displayName: "one" }, { displayName: "two" }] });
    });
    expect(texts.filter((text) => text.includes("scim_groups")).length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes("scim_group_members"))).toEqual([]);
    const tooMany = { displayName: "one", members: Array.from({ length: 10_001 }, () => ({ value: randomUUID() })) };
    expect((await own.call("POST", "/Groups", tooMany)).status).toBe(400);
  });
});
