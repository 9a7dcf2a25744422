import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { viewAsHeader } from "@/lib/constants/ui";
import { accounts } from "@/lib/contract/accounts/schemas";
import { notifications } from "@/lib/contract/notifications/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { roleBits } from "@/lib/permissions/roles";
import { notify } from "@/lib/server/access/notifications/service";
import { callAs, expectOk, send } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { everyBit } from "../support/naive-permissions";
import { type Account, newAccount, newMember, newOrg, newTeam, tokenOf } from "../support/people";

ownDatabase();

type Place = Awaited<ReturnType<typeof newOrg>>;

/** An organization of two teams, and three admins of it: in the first team, in both, and in none. */
let owner: Account;
let first: Place;
let second: Place;
let admin: Account;
let teamless: Account;
const notFound = {
  status: 404,
  body: { code: "not_found", error: "This team doesn't exist or is no longer available." },
};

beforeAll(async () => {
  owner = await newAccount("Olga Owner");
  first = await newOrg(owner, "Org", "First");
  second = await newTeam(owner, first.orgId, "Second");
  admin = await newMember(first, { orgBits: [Permission.ORG_ADMIN] });
  teamless = await newMember(first, { orgBits: [Permission.ORG_ADMIN], teamBits: null });
});

const as = async (account: Account, place: Place, headers?: Record<string, string>) => ({
  token: await tokenOf(account),
  params: { resourceSlug: place.slug },
  headers,
});

const accountJson = async (account: Account, place?: Place, memberId?: string) =>
  callAs(accounts.get, { token: await tokenOf(account), query: { resourceSlug: place?.slug, memberId } });

describe("an organization's admin in a team that they are not in", () => {
  it("gets their rights there from account.json, and nothing that the team is told", async () => {
    const { db } = await testDatabase();
    const said = `Said to the team ${randomUUID()}`;
    await db.transaction((tx) =>
      notify(tx, { to: "team", teamId: second.slug, type: "team", title: "News", description: said }),
    );
    for (const one of [admin, teamless]) {
      const answer = await expectOk(accountJson(one, second));
      expect(answer).toMatchObject({ team: { id: second.slug, name: "Second", member: false }, notifications: [] });
      const { permissions } = (answer as { account: { permissions: number[] } }).account;
      expect(permissions).toEqual([24, 25, 40, 45, 50, 51, 52, 53, 55, 60, 65]);
      const listed = await expectOk(callAs(notifications.list, await as(one, second)));
      expect(listed).toEqual({ notifications: [], next: null });
    }
    expect(await expectOk(accountJson(owner, second))).toMatchObject({ team: { member: true } });
    expect(JSON.stringify(await expectOk(callAs(notifications.list, await as(owner, second))))).toContain(said);
  });

  it("reads who grants what they lack", async () => {
    const { granters } = (await expectOk(callAs(teams.granters, await as(teamless, second)))) as {
      granters: Record<string, string[]>;
    };
    expect(granters[Permission.CREATE_MODEL]).toEqual(["Olga Owner"]);
    expect(granters[Permission.ADD_TEAM_MEMBER]).toBeUndefined();
  });

  it("invites with both roles, and the invitations hold", async () => {
    for (const one of [admin, teamless]) {
      for (const role of ["Team Member", "Team Admin"]) {
        const body = { name: "Bob", email: `${randomUUID()}@example.test`, role };
        const { link } = (await expectOk(callAs(teams.invite, { ...(await as(one, second)), body }))) as {
          link: string;
        };
        const token = new URL(link).searchParams.get("token") ?? "";
        const joined = await callAs(accounts.verify, { body: { token, password: "correct horse battery 9" } });
        expect(joined.status).toBe(200);
      }
    }
    const { members } = (await expectOk(callAs(teams.get, await as(teamless, second)))) as {
      members: { role: string }[];
    };
    expect(members.map(({ role }) => role).sort()).toEqual([
      "Owner",
      "Team Admin",
      "Team Admin",
      "Team Member",
      "Team Member",
    ]);
  });

  it("edits members as far as the two roles go: other bits stay as they were", async () => {
    const bob = await newMember(second, { teamBits: [Permission.CREATE_MODEL] });
    const params = { resourceSlug: second.slug, memberId: bob.accountId };
    const edit = async (body: object) =>
      callAs(teams.editMember, { token: await tokenOf(teamless), params, body: { ...body } });
    const stored = async () =>
      (
        (await expectOk(callAs(teams.member, { token: await tokenOf(teamless), params }))) as unknown as {
          member: { permissions: number[] };
        }
      ).member.permissions;
    await expectOk(edit({ permission_bit_100: "on", permission_bit_120: "on", permission_bit_55: "on" }));
    expect(await stored()).toEqual([55, 100, 115]);
    await expectOk(edit({}));
    expect(await stored()).toEqual([115]);
    await expectOk(edit({ role: "Team Admin" }));
    expect(await stored()).toEqual([39, 115]);
    // Left with a bit that the admin cannot take away, it would not be the role.
    expect(await edit({ role: "Team Member" })).toMatchObject({ status: 403, body: { permission: 115 } });
    // Nobody's own bits, and no owner.
    const inside = await newMember(second, { orgBits: [Permission.ORG_ADMIN] });
    for (const memberId of [inside.accountId, owner.accountId]) {
      const target = { resourceSlug: second.slug, memberId };
      const changed = { token: await tokenOf(inside), params: target, body: { role: "Team Admin" } };
      expect((await callAs(teams.editMember, changed)).status).toBe(403);
    }
  });

  it("reads nothing else there, and sees it with nobody's eyes", async () => {
    const bob = await newMember(second, { teamBits: roleBits["Team Member"] as number[] });
    const token = await tokenOf(admin);
    for (const path of ["apps", "agents", "sessions", "inbox", "retention", "usage", "team/models", "plan"]) {
      const got = await send("GET", `/${second.slug}/${path}.json`, undefined, { token });
      expect([path, got.status]).toEqual([path, 404]);
    }
    expect(await callAs(orgs.get, await as(admin, second))).toMatchObject(notFound);
    expect(await accountJson(admin, second, bob.accountId)).toMatchObject(notFound);
    const seen = await as(admin, second, { [viewAsHeader]: bob.accountId });
    expect((await callAs(accounts.get, { ...seen, query: { resourceSlug: second.slug } })).status).toBe(200);
    const stranger = await newAccount();
    expect(await accountJson(stranger, second)).toMatchObject(notFound);
    expect(await callAs(notifications.list, await as(stranger, second))).toMatchObject(notFound);
    expect(await callAs(teams.granters, await as(stranger, second))).toMatchObject(notFound);
  });

  it("is not led there by signing in: it does not become their current team", async () => {
    await expectOk(callAs(teams.get, await as(admin, first)));
    await expectOk(callAs(teams.get, await as(admin, second)));
    const { account, team } = (await expectOk(accountJson(admin))) as {
      account: { currentTeam: string };
      team: { id: string; member: boolean };
    };
    expect([account.currentTeam, team]).toMatchObject([first.slug, { id: first.slug, member: true }]);
    expect(await expectOk(accountJson(teamless))).toMatchObject({ team: null, account: { currentTeam: null } });
  });
});

describe("an organization's admin without a row in any team", () => {
  it("finds the teams where teams are chosen, and the organization through each of them", async () => {
    const welcome = await expectOk(callAs(accounts.welcome, { token: await tokenOf(teamless) }));
    expect(welcome).toMatchObject({
      orgs: [
        {
          role: "Org Admin",
          teams: [
            { id: first.slug, member: false },
            { id: second.slug, member: false },
          ],
        },
      ],
    });
    for (const place of [first, second]) {
      const answer = (await expectOk(callAs(orgs.get, await as(teamless, place)))) as unknown as {
        teams: { id: string; member: boolean }[];
      };
      expect(answer.teams.map(({ id, member }) => [id, member])).toEqual([
        [first.slug, false],
        [second.slug, false],
      ]);
    }
    const body = { name: "Cy", email: `${randomUUID()}@example.test`, role: "Org Member" };
    await expectOk(callAs(orgs.invite, { ...(await as(teamless, second)), body }));
    const made = await expectOk(callAs(teams.add, { ...(await as(teamless, first)), body: { name: "Third" } }));
    await expectOk(
      callAs(teams.remove, { ...(await as(owner, { ...first, slug: String(made.id) })), body: { name: "Third" } }),
    );
    // Its creator was in it: what holds for who is in a team held until then.
    expect((await callAs(orgs.get, await as(teamless, second))).status).toBe(200);
    // The organization's name is of those who hold its bit.
    const renamed = await callAs(orgs.edit, { ...(await as(teamless, second)), body: { name: "Mine" } });
    expect(renamed).toMatchObject({ status: 403, body: { permission: Permission.EDIT_ORG } });
  });

  it("can leave the organization, and reaches nothing after", async () => {
    const leaving = await newMember(first, { orgBits: [Permission.ORG_ADMIN], teamBits: null });
    await expectOk(callAs(orgs.leave, await as(leaving, second)));
    expect(await callAs(teams.get, await as(leaving, second))).toMatchObject(notFound);
    expect(await callAs(orgs.get, await as(leaving, second))).toMatchObject(notFound);
  });

  it("sees the teams of no other organization, and neither does a member with fewer rights", async () => {
    const elsewhere = await newOrg(await newAccount(), "Elsewhere", "Elsewhere");
    for (const call of [orgs.get, teams.get, notifications.list, teams.granters])
      expect(await callAs(call, await as(teamless, elsewhere))).toMatchObject(notFound);
    const manager = await newMember(first, { orgBits: [40, 45, 50, 51, 52, 53], teamBits: null });
    for (const call of [orgs.get, teams.get, notifications.list, teams.granters])
      expect(await callAs(call, await as(manager, second))).toMatchObject(notFound);
    const welcome = await expectOk(callAs(accounts.welcome, { token: await tokenOf(manager) }));
    expect(welcome).toMatchObject({ orgs: [{ teams: [] }] });
  });

  it("hands a key no more of it than its scope", async () => {
    const key = async (permissions: number[]) => (await newKey(teamless, { permissions })).secret;
    const to = { params: { resourceSlug: second.slug } };
    const all = everyBit.filter((bit) => bit !== Permission.ROOT);
    const wide = await key(all);
    const narrow = await key(all.filter((bit) => bit !== Permission.ORG_ADMIN));
    expect((await callAs(teams.get, { ...to, token: wide })).status).toBe(200);
    expect(await callAs(teams.get, { ...to, token: narrow })).toMatchObject(notFound);
    const teamsOf = async (token: string) =>
      ((await expectOk(callAs(accounts.welcome, { token }))) as { orgs: { teams: object[] }[] }).orgs[0]?.teams.length;
    expect([await teamsOf(wide), await teamsOf(narrow)]).toEqual([2, 0]);
  });
});
