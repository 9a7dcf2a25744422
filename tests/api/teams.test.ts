import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { agents } from "@/lib/contract/agents/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { roleBits } from "@/lib/permissions/roles";
import { orgs as orgTable } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { digest } from "../support/matrix/digest";
import { furnishTeam } from "../support/matrix/furnished-team";
import { inTeam, invited, joined, readTeam, statusesOf } from "../support/members";
import { newMember, tokenOf } from "../support/people";
import { unlimited } from "../support/unlimited";

unlimited();

const bits = (list: readonly number[]) => Object.fromEntries(list.map((bit) => [`permission_bit_${bit}`, "on"]));

const edit = (by: { token: string }, slug: string, memberId: string, body: object) =>
  callAs(teams.editMember, { token: by.token, params: { resourceSlug: slug, memberId }, body: { ...body } });

const roleOf = async (by: Parameters<typeof readTeam>[0], memberId: string) =>
  (await readTeam(by)).members.find((member) => member.memberId === memberId);

describe("a team", () => {
  it("shows its members with their roles, and is renamed without a new address", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    await expectOk(callAs(teams.edit, { ...inTeam(ada, ada.slug), body: { name: "Research" } }));
    const { team, members } = await readTeam(bob, ada.slug);
    expect(team).toMatchObject({ id: ada.slug, name: "Research", ownerId: ada.accountId });
    expect(members.map(({ email, role }) => [email, role])).toEqual([
      [ada.email, "Owner"],
      [bob.email, "Team Member"],
    ]);
  });

  it("is deleted with all that is in it, once its name was typed", async () => {
    const team = await furnishTeam();
    const { db, pool } = await testDatabase();
    const owner = { token: await tokenOf(team.owner) };
    const before = await digest(team);
    const wrong = await callAs(teams.remove, { ...inTeam(owner, team.slug), body: { name: "My team" } });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "name" }] } });
    expect(await digest(team)).toEqual(before);
    const { name } = ((await expectOk(callAs(teams.get, inTeam(owner, team.slug)))) as { team: { name: string } }).team;
    await expectOk(callAs(teams.remove, { ...inTeam(owner, team.slug), body: { name } }));
    expect((await callAs(teams.get, inTeam(owner, team.slug))).status).toBe(404);
    const after = await digest(team);
    const kept = [
      "accounts",
      "audit_entries",
      "idempotency_keys",
      "identity_domains",
      "identity_providers",
      "model_calls",
      "org_members",
      "orgs",
      "scim_groups",
      "scim_tokens",
      "scim_users",
      "teams",
      "tokens",
    ];
    const left = Object.entries(after).filter(([table, hash]) => !kept.includes(table) && !hash.startsWith("0 rows"));
    expect(left).toEqual([]);
    const { rows } = await pool.query("select 1 from session_events where session_id = $1", [team.ids.sessionId]);
    expect(rows).toEqual([]);
    expect(await db.query.orgs.findFirst({ where: eq(orgTable.id, team.orgId) })).toMatchObject({ dateDeleted: null });
  });

  it("can't be left by its owner, who hands it over first and stays as an admin", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const carol = await joined(ada);
    const leaving = await callAs(teams.leave, inTeam(ada, ada.slug));
    expect(leaving).toMatchObject({ status: 409, body: { error: expect.stringContaining("Transfer the team") } });
    await expectOk(callAs(teams.transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    expect((await readTeam(bob, ada.slug)).team.ownerId).toBe(bob.accountId);
    expect((await callAs(teams.leave, inTeam(bob, ada.slug))).status).toBe(409);
    expect(
      (await callAs(teams.transfer, { ...inTeam(carol, ada.slug), body: { memberId: carol.accountId } })).body,
    ).toMatchObject({ permission: Permission.TEAM_OWNER });
    await expectOk(callAs(teams.leave, inTeam(carol, ada.slug)));
    expect((await callAs(teams.get, inTeam(carol, ada.slug))).status).toBe(404);
  });
});

describe("an organization", () => {
  it("is made with a first team, handed over, left and deleted", async () => {
    const ada = await newPerson();
    const made = (await expectOk(callAs(orgs.add, { token: ada.token, body: { name: "Second" } }))) as {
      id: string;
      teamId: string;
    };
    const bob = await joined({ ...ada, slug: made.teamId, orgId: made.id });
    expect((await callAs(orgs.leave, inTeam(ada, made.teamId))).status).toBe(409);
    await expectOk(callAs(orgs.transfer, { ...inTeam(ada, made.teamId), body: { memberId: bob.accountId } }));
    const owning = await callAs(orgs.leave, inTeam(ada, made.teamId));
    expect(owning).toMatchObject({ status: 409, body: { usedBy: [{ type: "team", _id: made.teamId }] } });
    await expectOk(callAs(teams.transfer, { ...inTeam(ada, made.teamId), body: { memberId: bob.accountId } }));
    await expectOk(callAs(orgs.leave, inTeam(ada, made.teamId)));
    await expectOk(callAs(orgs.edit, { ...inTeam(bob, made.teamId), body: { name: "Third" } }));
    const { org } = (await expectOk(callAs(orgs.get, inTeam(bob, made.teamId)))) as { org: { name: string } };
    expect(org.name).toBe("Third");
    expect((await callAs(orgs.remove, { ...inTeam(bob, made.teamId), body: { name: "Second" } })).status).toBe(400);
    await expectOk(callAs(orgs.remove, { ...inTeam(bob, made.teamId), body: { name: "Third" } }));
    expect((await callAs(orgs.get, inTeam(bob, made.teamId))).status).toBe(404);
    expect(await expectOk(callAs(accounts.welcome, { token: bob.token }))).toEqual({ orgs: [] });
  });

  it("shows plain members their own teams, and whoever manages teams all of them", async () => {
    const ada = await newPerson();
    await expectOk(callAs(teams.add, { ...inTeam(ada, ada.slug), body: { name: "Secret" } }));
    const bob = await joined(ada);
    const admin = await newMember({ orgId: ada.orgId, slug: ada.slug }, { orgBits: [Permission.EDIT_TEAM] });
    const seen = async (token: string) =>
      ((await expectOk(callAs(orgs.get, inTeam({ token }, ada.slug)))) as { teams: { name: string }[] }).teams.map(
        ({ name }) => name,
      );
    expect(await seen(bob.token)).toEqual(["My team"]);
    expect(await seen(await tokenOf(admin))).toEqual(["My team", "Secret"]);
  });

  it("takes somebody out of all of its teams at once", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    await expectOk(callAs(orgs.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    expect((await callAs(agents.list, inTeam(bob, ada.slug))).status).toBe(404);
    expect((await callAs(orgs.get, inTeam(bob, ada.slug))).status).toBe(404);
  });
});

describe("what a member may do", () => {
  it("follows a role at once", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const addModel = () => edit(bob, ada.slug, ada.accountId, {});
    expect((await addModel()).body).toMatchObject({ permission: Permission.EDIT_TEAM_MEMBER });
    await expectOk(edit(ada, ada.slug, bob.accountId, { role: "Team Admin" }));
    expect(await roleOf(ada, bob.accountId)).toMatchObject({ role: "Team Admin", permissions: [39] });
    expect((await addModel()).body).toMatchObject({ error: "Owners can't be edited by others." });
    await expectOk(edit(ada, ada.slug, bob.accountId, { role: "Team Member" }));
    expect((await addModel()).body).toMatchObject({ permission: Permission.EDIT_TEAM_MEMBER });
  });

  it("is set by fields: present sets, absent clears; blocked bits and those of the organization stay out", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    await expectOk(edit(ada, ada.slug, bob.accountId, bits([0, 10, 15, 24, 60, 80, 100])));
    expect(await roleOf(ada, bob.accountId)).toMatchObject({ role: "Custom", permissions: [60, 100] });
    await expectOk(edit(ada, ada.slug, bob.accountId, {}));
    expect(await roleOf(ada, bob.accountId)).toMatchObject({ permissions: [] });
  });

  it("is handed on only by whoever holds it, and what the editor lacks stays as it was", async () => {
    const ada = await newPerson();
    const place = { orgId: ada.orgId, slug: ada.slug };
    const editor = { token: await tokenOf(await newMember(place, { teamBits: [60, 100] })) };
    const { accountId } = await newMember(place, { teamBits: [105] });
    await expectOk(edit(editor, ada.slug, accountId, bits([100, 110, 39])));
    expect(await roleOf(ada, accountId)).toMatchObject({ permissions: [100, 105] });
    const refused = await edit(editor, ada.slug, accountId, { role: "Team Member" });
    expect(refused).toMatchObject({ status: 403, body: { permission: Permission.CREATE_APP } });
    const body = { name: "Eve", email: "eve@example.test", role: "Team Admin" };
    const inviter = { token: await tokenOf(await newMember(place, { teamBits: [55, 60] })) };
    const invite = await callAs(teams.invite, { ...inTeam(inviter, ada.slug), body });
    expect(invite).toMatchObject({ status: 403, body: { permission: Permission.TEAM_ADMIN } });
  });

  it("is not taken down to a role by someone who can't take all of the rest away", async () => {
    const ada = await newPerson();
    const place = { orgId: ada.orgId, slug: ada.slug };
    const plain = [...roleBits["Team Member"], 60];
    const editor = { token: await tokenOf(await newMember(place, { teamBits: plain })) };
    const admin = await newMember(place, { teamBits: [39] });
    const refused = await edit(editor, ada.slug, admin.accountId, { role: "Team Member" });
    expect(refused).toMatchObject({ status: 403, body: { permission: Permission.TEAM_ADMIN } });
    expect(await roleOf(ada, admin.accountId)).toMatchObject({ permissions: [39] });
  });

  it("is never one's own to change, nor an owner's", async () => {
    const ada = await newPerson();
    const bob = await joined(ada, "Team Admin");
    const own = await edit(bob, ada.slug, bob.accountId, bits([39]));
    expect(own).toMatchObject({ status: 403, body: { error: "You can't change your own permissions." } });
    expect((await edit(bob, ada.slug, ada.accountId, {})).status).toBe(403);
    const remove = (memberId: string) => callAs(teams.removeMember, { ...inTeam(bob, ada.slug), body: { memberId } });
    expect((await remove(ada.accountId)).status).toBe(403);
    expect((await remove(bob.accountId)).status).toBe(403);
    expect((await readTeam(ada)).members).toHaveLength(2);
  });

  it("lets an organization's admin manage a team without being in it, and no more", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const two = (await expectOk(callAs(teams.add, { ...inTeam(ada, ada.slug), body: { name: "Two" } }))) as {
      id: string;
    };
    const admin = { token: await tokenOf(await newMember({ orgId: ada.orgId, slug: two.id }, { orgBits: [24] })) };
    const to = inTeam(admin, ada.slug);
    expect((await callAs(agents.list, to)).status).toBe(404);
    await expectOk(callAs(teams.get, to));
    await expectOk(callAs(teams.edit, { ...to, body: { name: "Renamed" } }));
    await expectOk(callAs(teams.removeMember, { ...to, body: { memberId: bob.accountId } }));
    await expectOk(callAs(teams.remove, { ...to, body: { name: "Renamed" } }));
    expect((await callAs(teams.get, inTeam(ada, ada.slug))).status).toBe(404);
  });
});

describe("at the same moment", () => {
  const rounds = Array.from({ length: 5 }, (_, i) => i);

  it("an owner who hands over and the new one who leaves: the team has an owner who is in it", async () => {
    for (const _ of rounds) {
      const ada = await newPerson();
      const bob = await joined(ada);
      await Promise.all([
        callAs(teams.transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }),
        callAs(teams.leave, inTeam(bob, ada.slug)),
      ]);
      const { team, members } = await readTeam(ada);
      expect(members.map(({ memberId }) => memberId)).toContain(team.ownerId);
    }
  });

  it("two owners leave: neither does", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    await expectOk(callAs(teams.transfer, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    const answers = await Promise.all([ada, bob].map((owner) => callAs(teams.leave, inTeam(owner, ada.slug))));
    expect(statusesOf(answers)).toEqual([409, 409]);
  });

  it("two admins take each other down: one of them stays", async () => {
    for (const _ of rounds) {
      const ada = await newPerson();
      const [bob, carol] = [await joined(ada, "Team Admin"), await joined(ada, "Team Admin")];
      const answers = await Promise.all([
        edit(bob, ada.slug, carol.accountId, {}),
        edit(carol, ada.slug, bob.accountId, {}),
      ]);
      expect(statusesOf(answers)).toEqual([200, 403]);
    }
  });

  it("invites pass no limit of the plan", async () => {
    const ada = await newPerson();
    const { db } = await testDatabase();
    await db.update(orgTable).set({ plan: "teams" }).where(eq(orgTable.id, ada.orgId));
    const again = `again-${ada.email}`;
    await invited(ada, again);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        callAs(teams.invite, {
          ...inTeam(ada, ada.slug),
          body: { name: "B", email: `${i}-${ada.email}`, role: "Team Member" },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: "limit",
      limit: "users",
      used: 10,
    });
    // Who has a seat already needs no other.
    await invited(ada, again);
    await invited(ada, again, "Org Member");
  });
});
