import { randomUUID } from "node:crypto";
import { count, eq, sum } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type ConnectorId, connectorIds } from "@/lib/constants/connectors";
import { type PlanName, planNames } from "@/lib/constants/plan-names";
import { megabyte, schedulePeriods } from "@/lib/constants/plans";
import { orgs as orgCalls } from "@/lib/contract/orgs/schemas";
import { teams as contract } from "@/lib/contract/teams/schemas";
import { createInvite } from "@/lib/server/access/invites/service";
import {
  requireDataConnection,
  requireFunctionTool,
  requirePeriod,
  requireStorage,
} from "@/lib/server/access/plans/limits";
import type { Tx } from "@/lib/server/platform/db/client";
import { assets } from "@/lib/server/platform/db/tables/assets";
import { invites } from "@/lib/server/platform/db/tables/invites";
import { orgMembers, orgs, teams } from "@/lib/server/platform/db/tables/teams";
import { variables } from "@/lib/server/platform/db/tables/variables";
import { AppError } from "@/lib/server/platform/errors/errors";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs } from "../support/client";
import { testDatabase } from "../support/database";
import { accept } from "../support/members";
import { newAccount, tokenOf } from "../support/people";
import { type Owner, ownerOn, setPlan, withEnv, withStripe } from "../support/plans";
import { unlimited } from "../support/unlimited";

unlimited();

/** As often is each limit run at, by so many at once. */
const rounds = Number(process.env.PLAN_ROUNDS ?? 2);
const atOnce = 50;
const minutes = 60_000;

interface Answer {
  status: number;
  body: unknown;
}

/** So many at once: as many pass as there is room for, and the others are told the limit. */
async function storm(room: number, limit: string, max: number, act: (i: number) => Promise<Answer>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: atOnce }, (_, i) => act(i)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(atOnce - room);
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({ status: 403, body: { code: "limit", limit, used: max, max } });
}

/** The same for what a later resource will call in its transaction. */
async function also(work: (tx: Tx) => Promise<unknown>): Promise<Answer> {
  const { db } = await testDatabase();
  try {
    await db.transaction(work);
    return { status: 200, body: {} };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.status, body: await error.toResponse().json() };
  }
}

const inRounds = (name: string, test: () => Promise<void>) =>
  it(
    name,
    async () => {
      for (let round = 0; round < rounds; round += 1) await test();
    },
    rounds * minutes,
  );

describe("fifty at once never pass", () => {
  inRounds("the plan's teams", async () => {
    const ada = await ownerOn("teams");
    await storm(2, "teams", 3, (i) => callAs(contract.add, { ...ada.inTeam, body: { name: `Team ${i}` } }));
    const { db } = await testDatabase();
    expect(await db.select().from(teams).where(eq(teams.orgId, ada.orgId))).toHaveLength(3);
  });

  const invite = (ada: Owner, email: string) =>
    callAs(orgCalls.invite, { ...ada.inTeam, body: { name: "Bob", email, role: "Org Member" } });

  inRounds("the plan's members, with the seats that were bought", async () => {
    const ada = await ownerOn("teams", { addonUsers: 4 });
    await storm(13, "users", 14, (i) => invite(ada, `${i}-${ada.email}`));
  });

  inRounds("its members by accepting, where it has become smaller since", async () => {
    const ada = await ownerOn("enterprise");
    const { db } = await testDatabase();
    const invitees = await Promise.all(Array.from({ length: atOnce }, () => newAccount("Bob")));
    const place = { orgId: ada.orgId, teamId: null };
    const links: string[] = [];
    for (const { email } of invitees) {
      const bob = { name: "Bob", email, role: "Org Member" as const, invitedBy: ada.accountId };
      links.push((await db.transaction((tx) => createInvite(tx, place, bob))).link);
    }
    await setPlan(ada.orgId, { plan: "teams" });
    const tokens = await Promise.all(invitees.map((account) => tokenOf(account)));
    await storm(9, "users", 10, (i) => {
      const [token = "", link = ""] = [tokens[i], links[i]];
      return accept(link, { as: { token } as never });
    });
    expect(await db.select().from(orgMembers).where(eq(orgMembers.orgId, ada.orgId))).toHaveLength(10);
    expect(await invite(ada, `new-${ada.email}`)).toMatchObject({ status: 403, body: { used: 51, max: 10 } });
  });

  inRounds("the organizations of the best plan among one's own", async () => {
    withEnv({ DEFAULT_PLAN: "free" });
    const ada = await newAccount("Ada");
    const token = await tokenOf(ada);
    await storm(1, "orgs", 1, (i) => callAs(orgCalls.add, { token, body: { name: `Organization ${i}` } }));
    const { db } = await testDatabase();
    const owned = await db.select().from(orgs).where(eq(orgs.ownerId, ada.accountId));
    expect(owned).toHaveLength(1);
    // The best of one's own counts, whichever was first.
    await setPlan(owned[0]?.id ?? "", { plan: "enterprise" });
    for (const name of ["Second", "Third"])
      expect(await callAs(orgCalls.add, { token, body: { name } })).toMatchObject({ status: 200 });
  });

  inRounds("the organizations that are handed over to one", async () => {
    const bob = await newAccount("Bob");
    const { db } = await testDatabase();
    const owners = await Promise.all(Array.from({ length: atOnce }, () => ownerOn("free")));
    for (const { orgId } of owners) await db.insert(orgMembers).values({ orgId, accountId: bob.accountId });
    await storm(1, "orgs", 1, async (i) => {
      const from = owners[i];
      return from
        ? callAs(orgCalls.transfer, { ...from.inTeam, body: { memberId: bob.accountId } })
        : { status: 0, body: {} };
    });
    expect(await db.select().from(orgs).where(eq(orgs.ownerId, bob.accountId))).toHaveLength(1);
  });

  inRounds("the plan's function tools", async () => {
    const ada = await ownerOn("teams");
    // Variables stand in for tools, which count in the same way.
    const own = eq(variables.teamId, ada.slug);
    const used = async (tx: Tx) => (await tx.select({ n: count() }).from(variables).where(own))[0]?.n ?? 0;
    await storm(20, "maxFunctionTools", 20, (i) =>
      also(async (tx) => {
        await requireFunctionTool(tx, ada.orgId, used);
        const name = `tool_${i}`;
        await tx.insert(variables).values({ id: newId("variable"), teamId: ada.slug, name, defaultValue: "" });
      }),
    );
  });

  inRounds("the plan's storage, with what was bought", async () => {
    const ada = await ownerOn("free");
    const { db } = await testDatabase();
    const own = eq(assets.teamId, ada.slug);
    const used = async (tx: Pick<Tx, "select">) =>
      (
        await tx
          .select({ n: sum(assets.size).mapWith(Number) })
          .from(assets)
          .where(own)
      )[0]?.n ?? 0;
    const keep = (size: number) =>
      also(async (tx) => {
        await requireStorage(tx, ada.orgId, size, used);
        const file = { name: "x", filename: randomUUID(), mimeType: "image/png", size };
        await tx.insert(assets).values({ id: newId("asset"), teamId: ada.slug, ...file });
      });
    await storm(10, "maxVectorBytes", 100 * megabyte, () => keep(10 * megabyte));
    expect(await keep(1)).toMatchObject({ status: 403, body: { used: 100 * megabyte } });
    await setPlan(ada.orgId, { plan: "pro", addonStorage: 1 });
    expect(await keep(1_948 * megabyte)).toMatchObject({ status: 200 });
    expect(await keep(1)).toMatchObject({ status: 403, body: { max: 2_048 * megabyte } });
    expect(await used(db)).toBe(2_048 * megabyte);
  });
});

describe("a seat", () => {
  it("is taken by an open invite, once for each address, and free again once that is withdrawn or out of date", async () => {
    const ada = await ownerOn("teams");
    const { db } = await testDatabase();
    const invite = (i: number) => {
      const body = { name: "Bob", email: `${i}-${ada.email}`, role: "Org Member" };
      return callAs(orgCalls.invite, { ...ada.inTeam, body });
    };
    for (let i = 1; i < 10; i += 1) expect((await invite(i)).status).toBe(200);
    expect((await invite(10)).status).toBe(403);
    // Whom an invite is open to takes no second seat by another, to a team.
    const again = { name: "Bob", email: `1-${ada.email}`, role: "Team Member" };
    expect((await callAs(contract.invite, { ...ada.inTeam, body: again })).status).toBe(200);
    expect((await callAs(orgCalls.removeMember, { ...ada.inTeam, body: { email: `2-${ada.email}` } })).status).toBe(
      200,
    );
    expect((await invite(10)).status).toBe(200);
    expect((await invite(11)).status).toBe(403);
    const third = eq(invites.email, `3-${ada.email}`);
    await db.update(invites).set({ expires: new Date() }).where(third);
    expect((await invite(11)).status).toBe(200);
    expect((await invite(12)).status).toBe(403);
  });
});

describe("what a plan includes", () => {
  const connectorsOf: Record<PlanName, readonly ConnectorId[]> = {
    free: [],
    pro: ["onedrive", "postgres", "hubspot", "bigquery", "airtable", "notion"],
    teams: connectorIds,
    enterprise: connectorIds,
  };

  it.each(planNames)("data connections and connectors on %s", async (plan) => {
    const { orgId } = await ownerOn(plan);
    const connect = (source: ConnectorId | "website") => also((tx) => requireDataConnection(tx, orgId, source));
    const limit = plan === "free" ? "dataConnections" : "connectors";
    expect((await connect("website")).status).toBe(plan === "free" ? 403 : 200);
    for (const id of connectorIds) {
      const answer = await connect(id);
      if (connectorsOf[plan].includes(id)) expect(answer.status).toBe(200);
      else expect(answer).toMatchObject({ status: 403, body: { code: "limit", limit, used: 0, max: 0 } });
    }
  });

  it.each([
    ["free", 0],
    ["pro", 0],
    ["teams", 20],
    ["enterprise", 10],
  ] as const)("function tools on %s: %d", async (plan, max) => {
    const { orgId } = await ownerOn(plan);
    const add = (used: number) => also((tx) => requireFunctionTool(tx, orgId, async () => used));
    expect((await add(Math.max(0, max - 1))).status).toBe(max === 0 ? 403 : 200);
    const limit = max === 0 ? "functionTools" : "maxFunctionTools";
    expect(await add(max)).toMatchObject({ status: 403, body: { code: "limit", limit, used: max, max } });
  });

  it.each([
    ["free", 0],
    ["pro", 4],
    ["teams", 5],
    ["enterprise", 6],
  ] as const)("schedules on %s: the %d longest periods", async (plan, allowed) => {
    const { orgId } = await ownerOn(plan);
    for (const [i, period] of schedulePeriods.entries()) {
      const { status } = await also((tx) => requirePeriod(tx, orgId, period));
      expect([period, status]).toEqual([period, i < allowed ? 200 : 403]);
    }
  });
});

describe("a refusal says the limit, the present use and who can change it", () => {
  const add = ({ inTeam }: Owner) => callAs(contract.add, { ...inTeam, body: { name: "Second" } });
  const fact = "The Free plan allows 1 team, and this organization has 1.";

  it("where plans are not sold", async () => {
    expect(await add(await ownerOn("free"))).toMatchObject({
      body: { error: `${fact} The server administrator can change the plan.`, limit: "teams", used: 1, max: 1 },
    });
  });

  it("where the owner buys them", async () => {
    withStripe();
    const ada = await ownerOn("free", { plan: null });
    expect((await add(ada)).body).toMatchObject({ error: `${fact} You can choose another plan in Billing.` });
    const bob = await newAccount("Bob");
    const { db } = await testDatabase();
    await db.insert(orgMembers).values({ orgId: ada.orgId, accountId: bob.accountId, permissions: [24] });
    const token = await tokenOf(bob);
    // A second member of a plan with one seat reads only, and is told so before all.
    const answer = await callAs(contract.invite, {
      token,
      params: { resourceSlug: ada.slug },
      body: { name: "Carol", email: `c-${bob.email}`, role: "Team Member" },
    });
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error:
          "The Free plan allows 1 member, and this organization has 2. The newest members, including you, have read-only access. Ada, who owns Ada's organization, can change the plan.",
        code: "limit",
        limit: "users",
        used: 2,
        max: 1,
      },
    });
  });
});
