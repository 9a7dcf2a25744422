import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { agents } from "@/lib/contract/agents/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { models } from "@/lib/contract/models/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { security } from "@/lib/contract/security/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { accounts as table } from "@/lib/server/platform/db/tables/accounts";
import { orgMembers, orgs as orgRows } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { inTeam, invited, joined, readTeam } from "../support/members";
import { login } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();

const password = goodPassword;
const remove = ({ token, email }: Person, given: object = {}) =>
  callAs(security.remove, { token, body: { email, password, ...given } });
const status = async (reply: Promise<{ status: number }>) => (await reply).status;

describe("deleting an account", () => {
  it("asks for the typed address and the password", async () => {
    const ada = await newPerson();
    expect(await remove(ada, { email: "ada@example.test" })).toMatchObject({ body: { issues: [{ path: "email" }] } });
    expect(await remove(ada, { password: "another fine password" })).toMatchObject({
      body: { issues: [{ path: "password" }] },
    });
    expect(await status(callAs(accounts.get, { token: ada.token }))).toBe(200);
  });

  it("ends everything of it, at once, with the organization that it alone is in", async () => {
    const ada = await newPerson();
    const { secret } = await newKey({ accountId: ada.accountId });
    const other = String((await expectOk(login(ada))).token);
    expect(await expectOk(remove(ada))).toEqual({ redirect: "/login" });
    for (const token of [ada.token, other, secret]) expect(await status(callAs(accounts.get, { token }))).toBe(401);
    expect(await status(login(ada))).toBe(401);
    const { db } = await testDatabase();
    const [row] = await db.select().from(table).where(eq(table.id, ada.accountId));
    expect(JSON.stringify(row)).not.toContain(ada.email);
    const { rows } = await (await testDatabase()).pool.query("select date_deleted from orgs where id = $1", [
      ada.orgId,
    ]);
    expect(rows[0]?.date_deleted).not.toBeNull();
    // The address is free again.
    await expectOk(callAs(accounts.register, { body: { name: "Ada", email: ada.email, password } }));
    const fresh = await expectOk(callAs(accounts.get, { token: String((await expectOk(login(ada))).token) }));
    expect((fresh as { account: { _id: string } }).account._id).not.toBe(ada.accountId);
  });

  it("leaves it in no organization that it makes or joins in the same moment", async () => {
    const { db } = await testDatabase();
    for (let round = 0; round < 6; round += 1) {
      const [ada, bob] = [await newPerson(), await newPerson("Bob")];
      const link = await invited(bob, ada.email);
      const [removed] = await Promise.all([
        remove(ada),
        callAs(orgs.add, { token: ada.token, body: { name: "Another" } }),
        callAs(accounts.verify, { token: ada.token, body: { token: link } }),
      ]);
      const ofAda = eq(orgMembers.accountId, ada.accountId);
      const owned = and(eq(orgRows.ownerId, ada.accountId), isNull(orgRows.dateDeleted));
      const left = (await db.$count(orgMembers, ofAda)) + (await db.$count(orgRows, owned));
      expect([200, 409]).toContain(removed.status);
      if (removed.status === 200) expect(left).toBe(0);
    }
  });

  it("is refused to who owns an organization with others in it, which it names", async () => {
    const ada = await newPerson();
    const { orgId: own } = await expectOk(callAs(orgs.add, { token: ada.token, body: { name: "Another" } }));
    const { db } = await testDatabase();
    // The one that nobody else is in comes first.
    await db
      .update(orgRows)
      .set({ dateCreated: new Date(0) })
      .where(eq(orgRows.id, String(own)));
    const bob = await joined(ada);
    const refused = await remove(ada);
    expect(await db.$count(orgRows, and(eq(orgRows.id, String(own)), isNull(orgRows.dateDeleted)))).toBe(1);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("“Ada's organization”"), usedBy: [{ type: "org", _id: ada.orgId }] },
    });
    const view = await expectOk(callAs(security.get, { token: ada.token }));
    expect(view.blockingOrgs).toEqual([{ id: ada.orgId, name: "Ada's organization" }]);
    expect(await status(callAs(accounts.get, { token: bob.token }))).toBe(200);
    await expectOk(callAs(orgs.transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    await expectOk(remove(ada));
    const left = await readTeam({ ...bob, slug: ada.slug });
    expect(left.members.map(({ memberId }) => memberId)).toEqual([bob.accountId]);
  });

  it("leaves what was made in other teams, hands teams over and is noted there", async () => {
    const ada = await newPerson();
    const bob = await joined(ada, "Team Admin");
    const place = inTeam(bob, ada.slug);
    await expectOk(callAs(teams.transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    const body = { name: `Guide ${randomUUID()}`, role: "a guide", goal: "Help", backstory: "Knows.", modelId: "" };
    const { _id: modelId } = await expectOk(
      callAs(models.add, {
        ...place,
        body: { name: "Demo", type: "demo", model: "demo-chat" },
      }),
    );
    await expectOk(callAs(agents.add, { ...place, body: { ...body, modelId: String(modelId) } }));
    await expectOk(remove(bob));
    const list = await expectOk(callAs(agents.list, inTeam(ada, ada.slug)));
    expect(JSON.stringify(list)).toContain(body.name);
    const view = (await expectOk(callAs(teams.get, inTeam(ada, ada.slug)))) as { team: { ownerId: string } };
    expect(view.team.ownerId).toBe(ada.accountId);
    const log = await expectOk(callAs(audit.list, { ...inTeam(ada, ada.slug), query: { kind: "org_member" } }));
    expect((log.entries as object[])[0]).toMatchObject({ action: "security.remove", accountEmail: bob.email });
  });
});
