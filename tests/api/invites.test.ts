import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { sweepUsedInvites } from "@/lib/server/access/invites/service";
import { accounts as accountTable } from "@/lib/server/platform/db/tables/accounts";
import { invites, usedInvites } from "@/lib/server/platform/db/tables/invites";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { accept, freshEmail, inTeam, invited, joined, readTeam, statusesOf } from "../support/members";
import { unlimited } from "../support/unlimited";

unlimited();
afterEach(() => {
  for (const name of ["REGISTRATION", "ALLOWED_EMAIL_DOMAINS"]) delete process.env[name];
  forgetEnv();
});

const over = { status: 400, body: { error: expect.stringContaining("no longer valid") } };

describe("somebody without an account", () => {
  it("chooses a password, joins with the role and is in that team alone", async () => {
    const ada = await newPerson();
    const email = freshEmail();
    const token = await invited(ada, email, "Team Admin");
    const view = await expectOk(callAs(accounts.invitation, { body: { token } }));
    expect(view).toMatchObject({
      email,
      name: "Bob",
      role: "Team Admin",
      place: "My team",
      inviter: "Ada",
      known: false,
    });
    expect((await accept(token)).body).toMatchObject({ issues: [{ path: "password" }] });
    expect((await accept(token, { password: "short" })).status).toBe(400);
    const session = await expectOk(accept(token, { password: goodPassword }));
    expect(session).toMatchObject({ redirect: `/${ada.slug}` });
    const { account } = (await expectOk(callAs(accounts.get, { token: String(session.token) }))) as {
      account: { orgs: { teams: object[] }[]; currentTeam: string; emailVerified: boolean; permissions: number[] };
    };
    expect(account.orgs.map((org) => org.teams)).toEqual([[{ id: ada.slug, name: "My team" }]]);
    // A link that was copied proves no address.
    expect(account).toMatchObject({ currentTeam: ada.slug, emailVerified: false });
    expect(account.permissions).toContain(39);
    expect((await readTeam(ada)).invites).toEqual([]);
    expect(await accept(token, { password: goodPassword })).toMatchObject(over);
  });

  it("can join through the form for new accounts too, with that address alone", async () => {
    const ada = await newPerson();
    const email = freshEmail();
    const inviteToken = await invited(ada, email);
    const body = { name: "Robert", email, password: goodPassword, inviteToken };
    const wrong = await callAs(accounts.register, { body: { ...body, email: freshEmail() } });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "email" }] } });
    await expectOk(callAs(accounts.register, { body }));
    expect((await readTeam(ada)).members[1]).toMatchObject({ email, name: "Robert", role: "Team Member" });
  });

  it("needs the invite where registration does, and a domain that is allowed", async () => {
    const ada = await newPerson();
    const [email, other] = [freshEmail(), freshEmail()];
    const [token, second] = [await invited(ada, email), await invited(ada, other)];
    process.env.REGISTRATION = "invite";
    forgetEnv();
    const form = { name: "Bob", email: freshEmail(), password: goodPassword };
    expect((await callAs(accounts.register, { body: form })).status).toBe(403);
    await expectOk(accept(token, { password: goodPassword }));
    process.env.ALLOWED_EMAIL_DOMAINS = "muster.test";
    forgetEnv();
    expect((await accept(second, { password: goodPassword })).status).toBe(400);
    process.env.REGISTRATION = "closed";
    forgetEnv();
    expect((await accept(second, { password: goodPassword })).status).toBe(403);
  });
});

describe("somebody with an account", () => {
  it("accepts signed in as that address, and nobody else can", async () => {
    const [ada, bob, eve] = [await newPerson(), await newPerson("Bob"), await newPerson("Eve")];
    const token = await invited(ada, bob.email);
    expect(await expectOk(callAs(accounts.invitation, { body: { token } }))).toMatchObject({
      used: false,
      known: true,
    });
    const back = encodeURIComponent(`/verify?token=${token}`);
    expect(await accept(token)).toMatchObject({ status: 401, body: { redirect: `/login?goto=${back}` } });
    expect((await accept(token, { password: goodPassword })).status).toBe(401);
    expect((await accept(token, { as: eve })).status).toBe(403);
    expect((await callAs(teams.get, inTeam(bob, ada.slug))).status).toBe(404);
    expect(await expectOk(accept(token, { as: bob }))).toEqual({ redirect: `/${ada.slug}` });
    expect((await readTeam(bob, ada.slug)).members).toHaveLength(2);
    const again = await callAs(teams.invite, {
      ...inTeam(ada, ada.slug),
      body: { name: "Bob", email: bob.email.toUpperCase(), role: "Team Member" },
    });
    expect(again).toMatchObject({ status: 400, body: { issues: [{ path: "email" }] } });
  });

  it("hears that an invite was used, and is led to the team while in it", async () => {
    const [ada, bob, eve] = [await newPerson(), await newPerson("Bob"), await newPerson("Eve")];
    const token = await invited(ada, bob.email);
    await expectOk(accept(token, { as: bob }));
    const look = (by?: string) => expectOk(callAs(accounts.invitation, { token: by, body: { token } }));
    expect(await look(bob.token)).toEqual({ used: true, path: `/${ada.slug}` });
    expect([await look(), await look(eve.token)]).toEqual(Array(2).fill({ used: true, path: null }));
    expect(await accept(token, { as: bob })).toMatchObject({
      body: { error: expect.stringContaining("was already used") },
    });
    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    expect(await look(bob.token)).toEqual({ used: true, path: null });
    const { db } = await testDatabase();
    await sweepUsedInvites(db);
    expect(await look()).toEqual({ used: true, path: null });
    const expires = new Date(Date.now() - 1_000);
    await db.update(usedInvites).set({ expires }).where(eq(usedInvites.teamId, ada.slug));
    await sweepUsedInvites(db);
    expect(await callAs(accounts.invitation, { body: { token } })).toMatchObject(over);
  });

  it("joins an organization without any team", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const token = await invited(ada, bob.email, "Org Admin");
    expect(await expectOk(accept(token, { as: bob }))).toEqual({ redirect: "/welcome" });
    const { orgs: found } = (await expectOk(callAs(accounts.welcome, { token: bob.token }))) as { orgs: object[] };
    const managed = { id: ada.slug, name: "My team", memberCount: 1, member: false };
    expect(found).toContainEqual({ id: ada.orgId, name: "Ada's organization", role: "Org Admin", teams: [managed] });
    expect((await callAs(teams.get, inTeam(bob, ada.slug))).status).toBe(200);
  });
});

describe("an open invite", () => {
  it("is listed, sent again with a new link, withdrawn", async () => {
    const ada = await newPerson();
    const email = freshEmail();
    const first = await invited(ada, email);
    expect((await readTeam(ada)).invites).toMatchObject([{ email, role: "Team Member", invitedBy: "Ada" }]);
    const second = await invited(ada, email, "Team Admin");
    expect((await readTeam(ada)).invites).toMatchObject([{ email, role: "Team Admin" }]);
    expect(await accept(first, { password: goodPassword })).toMatchObject(over);
    const withdraw = () => callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { email } });
    await expectOk(withdraw());
    expect(await accept(second, { password: goodPassword })).toMatchObject(over);
    expect((await withdraw()).status).toBe(404);
    const org = await invited(ada, email, "Org Member");
    await expectOk(callAs(orgs.removeMember, { ...inTeam(ada, ada.slug), body: { email } }));
    expect(await accept(org, { password: goodPassword })).toMatchObject(over);
  });

  it("expires", async () => {
    const ada = await newPerson();
    const email = freshEmail();
    const token = await invited(ada, email);
    const { db } = await testDatabase();
    await db
      .update(invites)
      .set({ expires: new Date(Date.now() - 1_000) })
      .where(eq(invites.email, email));
    expect(await callAs(accounts.invitation, { body: { token } })).toMatchObject(over);
    expect(await accept(token, { password: goodPassword })).toMatchObject(over);
  });

  it("dies with its team", async () => {
    const ada = await newPerson();
    const token = await invited(ada, freshEmail());
    await expectOk(callAs(teams.remove, { ...inTeam(ada, ada.slug), body: { name: "My team" } }));
    expect(await accept(token, { password: goodPassword })).toMatchObject(over);
  });

  it("dies with the membership of whoever made it", async () => {
    const ada = await newPerson();
    const carol = await joined(ada, "Team Admin");
    const [hers, adas] = [await invited(carol, freshEmail()), await invited(ada, freshEmail())];
    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: carol.accountId } }));
    expect(await accept(hers, { password: goodPassword })).toMatchObject(over);
    await expectOk(accept(adas, { password: goodPassword }));
  });

  it("hands on no more than whoever made it has left", async () => {
    const ada = await newPerson();
    const bob = await joined(ada, "Team Admin");
    const boss = await joined(ada);
    const at = (memberId: string) => ({ token: ada.token, params: { resourceSlug: ada.slug, memberId } });
    await expectOk(callAs(orgs.editMember, { ...at(boss.accountId), body: { role: "Org Admin" } }));
    const tokens = [await invited(bob, freshEmail(), "Team Admin"), await invited(boss, freshEmail(), "Org Admin")];
    const open = tokens[0] ?? "";
    await expectOk(callAs(accounts.invitation, { body: { token: open } }));
    await expectOk(callAs(teams.editMember, { ...at(bob.accountId), body: { role: "Team Member" } }));
    await expectOk(callAs(orgs.editMember, { ...at(boss.accountId), body: { role: "Org Member" } }));
    for (const token of tokens) {
      expect(await callAs(accounts.invitation, { body: { token } })).toMatchObject(over);
      expect(await accept(token, { password: goodPassword })).toMatchObject(over);
    }
    // With the rights it is open again.
    await expectOk(callAs(teams.editMember, { ...at(bob.accountId), body: { role: "Team Admin" } }));
    await expectOk(accept(open, { password: goodPassword }));
  });

  it("says in the list that nobody can accept it, until somebody who may sends it in their own name", async () => {
    const ada = await newPerson();
    const bob = await joined(ada, "Team Admin");
    const [mine, his] = [freshEmail(), freshEmail()];
    await invited(ada, mine);
    await invited(bob, his);
    const demote = (role: string) =>
      expectOk(
        callAs(teams.editMember, {
          token: ada.token,
          params: { resourceSlug: ada.slug, memberId: bob.accountId },
          body: { role: role as "Team Member" },
        }),
      );
    const listed = async () =>
      (await readTeam(ada)).invites.map(({ email, invitedBy, valid }) => [email === his, invitedBy, valid]);
    expect(await listed()).toEqual([
      [false, "Ada", true],
      [true, "Bob", true],
    ]);
    await demote("Team Member");
    expect(await listed()).toEqual([
      [false, "Ada", true],
      [true, "Bob", false],
    ]);
    const token = await invited(ada, his);
    expect(await listed()).toEqual([
      [false, "Ada", true],
      [true, "Ada", true],
    ]);
    await expectOk(accept(token, { password: goodPassword }));
  });

  it("rests while the account of whoever made it is closed", async () => {
    const ada = await newPerson();
    const token = await invited(ada, freshEmail(), "Team Member");
    const { db } = await testDatabase();
    const closed = (dateClosed: Date | null) =>
      db.update(accountTable).set({ dateClosed }).where(eq(accountTable.id, ada.accountId));
    await closed(new Date());
    expect(await callAs(accounts.invitation, { body: { token } })).toMatchObject(over);
    expect(await accept(token, { password: goodPassword })).toMatchObject(over);
    await closed(null);
    await expectOk(accept(token, { password: goodPassword }));
  });

  it("brings nobody back who was put out of the organization", async () => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const { id } = await expectOk(callAs(teams.add, { ...inTeam(ada, ada.slug), body: { name: "Second" } }));
    const token = await invited(ada, bob.email, "Team Member", String(id));
    await expectOk(callAs(orgs.removeMember, { ...inTeam(ada, ada.slug), body: { memberId: bob.accountId } }));
    expect(await accept(token, { as: bob })).toMatchObject(over);
    expect((await readTeam(ada, String(id))).invites).toEqual([]);
  });

  it("is accepted once, however often at the same moment", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const email = freshEmail();
    const token = await invited(ada, email);
    const fresh = await Promise.all(Array.from({ length: 5 }, () => accept(token, { password: goodPassword })));
    expect(fresh.filter(({ status }) => status === 200)).toHaveLength(1);
    const { db } = await testDatabase();
    expect(await db.select().from(accountTable).where(eq(accountTable.email, email))).toHaveLength(1);
    const known = await invited(ada, bob.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(known, { as: bob })));
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400]);
    expect((await readTeam(ada)).members).toHaveLength(3);
  });
});
