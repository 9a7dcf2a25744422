import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import type { Tx } from "@/lib/server/platform/db/client";
import { orgMembers, orgs as orgTable, teamMembers, teams as teamTable } from "@/lib/server/platform/db/tables/teams";
import { callAs, goodPassword, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { accept, freshEmail, inTeam, invited, joined } from "../support/members";
import { newMember, tokenOf } from "../support/people";
import { unlimited } from "../support/unlimited";

unlimited();

/** A call that comes while another's transaction holds what that one changes, and ends once it is committed. */
async function during<T>(work: (tx: Tx) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  const { db } = await testDatabase();
  const coming = await db.transaction(async (tx) => {
    await work(tx);
    const started = call();
    await wait(300);
    return { started };
  });
  return coming.started;
}

/** What a member's call to make a team answers that waits for the organisation while `work` changes who they are there. */
async function makingTeam(work: (tx: Tx, orgId: string, accountId: string) => Promise<unknown>) {
  const ada = await newPerson();
  const bob = await newMember(ada, { orgBits: [Permission.CREATE_TEAM], teamBits: [] });
  const token = await tokenOf(bob);
  return during(
    async (tx) => {
      await tx.select().from(orgTable).where(eq(orgTable.id, ada.orgId)).for("no key update");
      await work(tx, ada.orgId, bob.accountId);
    },
    () => callAs(teams.add, { ...inTeam({ token }, ada.slug), body: { name: "Mine" } }),
  );
}

describe("at the same moment", () => {
  it("who is put out of the organization makes no team there, which they would own", async () => {
    const answer = await makingTeam(async (tx, _orgId, accountId) => {
      await tx.delete(teamMembers).where(eq(teamMembers.accountId, accountId));
      await tx.delete(orgMembers).where(eq(orgMembers.accountId, accountId));
    });
    expect(answer.status).toBe(404);
  });

  it("who loses the permission makes no team either", async () => {
    const answer = await makingTeam((tx, orgId, accountId) => {
      const own = and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, accountId));
      return tx.update(orgMembers).set({ permissions: [] }).where(own);
    });
    expect(answer).toMatchObject({ status: 403, body: { permission: Permission.CREATE_TEAM } });
  });

  it.each(["leaves", "is put out"])("who is just made a team's owner and %s stays in the organization", async (how) => {
    const ada = await newPerson();
    const bob = await newMember(ada, { orgBits: [], teamBits: [] });
    const token = await tokenOf(bob);
    const answer = await during(
      async (tx) => {
        await tx.update(teamTable).set({ ownerId: bob.accountId }).where(eq(teamTable.id, ada.slug));
      },
      () =>
        how === "leaves"
          ? callAs(orgs.leave, inTeam({ token }, ada.slug))
          : callAs(orgs.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }),
    );
    expect(answer).toMatchObject({ status: 409, body: { usedBy: [{ type: "team", _id: ada.slug }] } });
    expect((await callAs(teams.get, inTeam({ token }, ada.slug))).status).toBe(200);
  });

  it("an invite hands on nothing that its inviter is just losing", async () => {
    const ada = await newPerson();
    const bob = await joined(ada, "Team Admin");
    const token = await invited(bob, freshEmail(), "Team Admin");
    const answer = await during(
      async (tx) => {
        await tx.select().from(teamTable).where(eq(teamTable.id, ada.slug)).for("no key update");
        const own = and(eq(teamMembers.teamId, ada.slug), eq(teamMembers.accountId, bob.accountId));
        await tx.update(teamMembers).set({ permissions: [] }).where(own);
      },
      () => accept(token, { password: goodPassword }),
    );
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining("no longer valid") } });
  });
});
