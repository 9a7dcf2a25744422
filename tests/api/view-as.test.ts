import { beforeAll, describe, expect, it } from "vitest";
import { viewAsHeader } from "@/lib/constants/ui";
import { accounts } from "@/lib/contract/accounts/schemas";
import { admin as administration } from "@/lib/contract/admin/schemas";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, expectOk } from "../support/client";
import { ownDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { refusalOf } from "../support/matrix/callers";
import { digest } from "../support/matrix/digest";
import { type Furnished, furnishTeam } from "../support/matrix/furnished-team";
import { requestsOf, sendAs } from "../support/matrix/requests";
import { everyBit, naiveBits } from "../support/naive-permissions";
import { type Account, leave, newAccount, newMember, newOrg, newTeam, tokenOf } from "../support/people";
import { setPlan } from "../support/plans";
import { memberEndpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let team: Furnished;
let member: Account;
let admin: Account;
let editor: Account;
beforeAll(async () => {
  team = await furnishTeam();
  member = await newMember(team, { teamBits: [Permission.CREATE_AGENT] });
  admin = await newMember(team, { teamBits: [Permission.TEAM_ADMIN] });
  editor = await newMember(team, { teamBits: [Permission.EDIT_TEAM_MEMBER] });
});

const seeing = ({ accountId }: Account) => ({ [viewAsHeader]: accountId });
const readOnly = {
  error: "You're viewing as another member (read-only). Exit this view first.",
  code: "forbidden",
};

const see = async (by: Account, whom: Account) =>
  callAs(apps.list, {
    token: await tokenOf(by),
    params: { resourceSlug: team.slug },
    headers: seeing(whom),
  });
/** The chat apps: the processes beside them are everybody's. */
const appsSeen = async (by: Account, whom: Account) => {
  const { apps: seen } = (await expectOk(see(by, whom))) as { apps: { _id: string; type: string }[] };
  return seen
    .filter(({ type }) => type === "chat")
    .map(({ _id }) => _id)
    .sort();
};

describe.each(memberEndpoints)("%s with a member's eyes", (_, endpoint) => {
  it("writes nothing, whoever looks", async () => {
    if (endpoint.method === "GET") return;
    const before = await digest(team);
    for (const sent of requestsOf(endpoint, team.ids)) {
      const got = await sendAs(sent, { token: await tokenOf(team.owner), headers: seeing(member) });
      expect({ status: got.status, body: got.body }).toEqual({ status: 403, body: readOnly });
    }
    expect(await digest(team)).toEqual(before);
  });

  it("shows an owner no more than the member sees, and the member's refusals", async () => {
    if (endpoint.method !== "GET" || endpoint.access !== "team") return;
    for (const sent of requestsOf(endpoint, team.ids)) {
      const got = await sendAs(sent, { token: await tokenOf(team.owner), headers: seeing(member) });
      const bit = endpoint.permission;
      if (bit === undefined) expect(got.status).toBe(sent.status ?? 200);
      else expect({ status: got.status, body: got.body }).toEqual({ status: 403, body: refusalOf(bit) });
      expect(team.hiddenValues.filter((value) => got.text.includes(value))).toEqual([]);
    }
  });
});

describe("the view", () => {
  it("is of what both may see", async () => {
    const all = [team.ids.appId, team.hidden.appId].sort();
    expect(await appsSeen(team.owner, admin)).toEqual(all);
    expect(await appsSeen(team.owner, member)).toEqual([team.ids.appId]);
    expect(await appsSeen(editor, admin)).toEqual([team.ids.appId]);
    expect(await appsSeen(editor, member)).toEqual([team.ids.appId]);
    const mine = await newMember(team, { teamBits: [Permission.CREATE_APP] });
    const body = { name: "Mine", type: "chat", sharingMode: "private", agentId: team.ids.agentId };
    const params = { resourceSlug: team.slug };
    const { _id } = await expectOk(callAs(apps.add, { token: await tokenOf(mine), params, body }));
    expect(await appsSeen(team.owner, mine)).toEqual([team.ids.appId, String(_id)].sort());
    expect(await appsSeen(editor, mine)).toEqual([team.ids.appId]);
  });

  it("carries the member's bits and name, and ROOT to nobody", async () => {
    const root = await newMember(team, { root: true, teamBits: [Permission.CREATE_AGENT] });
    for (const whom of [member, root]) {
      const query = { resourceSlug: team.slug, memberId: whom.accountId };
      const view = await expectOk(callAs(accounts.get, { token: await tokenOf(editor), query }));
      const stored = { root: false, orgOwner: false, teamOwner: false, orgBits: [], teamBits: [100] };
      expect(view).toMatchObject({
        account: { _id: editor.accountId, permissions: naiveBits(stored) },
        seenAs: { memberId: whom.accountId, name: "Member" },
      });
    }
    const own = { resourceSlug: team.slug, memberId: editor.accountId };
    const view = await expectOk(callAs(accounts.get, { token: await tokenOf(editor), query: own }));
    expect(view.seenAs).toBeNull();
  });

  it("gives ROOT to nobody who looks, a member without a seat among those looked at, and no way to the administration", async () => {
    const owner = await newAccount();
    const place = await newOrg(owner, "Small", "Team");
    const root = await newMember(place, { root: true, teamBits: [Permission.EDIT_TEAM_MEMBER] });
    const seen = await newMember(place, { teamBits: [Permission.CREATE_AGENT] });
    const token = await tokenOf(root);
    const look = async (memberId?: string) => {
      const query = { resourceSlug: place.slug, ...(memberId && { memberId }) };
      const { account, readOnly } = await expectOk(callAs(accounts.get, { token, query }));
      return { bits: (account as { permissions: number[] }).permissions, readOnly };
    };
    expect((await look()).bits).toContain(Permission.ROOT);
    expect((await look(seen.accountId)).bits).not.toContain(Permission.ROOT);
    await setPlan(place.orgId, { plan: "free" });
    expect(await look(seen.accountId)).toEqual({
      bits: [Permission.CREATE_ORG],
      readOnly: expect.stringContaining("read-only access"),
    });
    expect((await look()).bits).toContain(Permission.ROOT);
    const headers = seeing(seen);
    for (const endpoint of [administration.health, administration.orgs, administration.accounts])
      expect(await callAs(endpoint, { token, headers })).toMatchObject({
        status: 403,
        body: refusalOf(Permission.ROOT),
      });
  });

  it("names only the teams that both know of", async () => {
    const other = await newTeam(team.owner, team.orgId, "Other");
    const read = async (headers: Record<string, string>) => {
      const sent = { token: await tokenOf(team.owner), params: { resourceSlug: team.slug }, headers };
      const { teams: named } = (await expectOk(callAs(orgs.get, sent))) as { teams: { id: string }[] };
      return named.map(({ id }) => id);
    };
    expect(await read({})).toContain(other.slug);
    expect(await read(seeing(member))).toEqual([team.slug]);
  });

  it("needs the right to edit members, of somebody who can be edited, in that team", async () => {
    expect(await see(member, editor)).toMatchObject({ status: 403, body: refusalOf(Permission.EDIT_TEAM_MEMBER) });
    expect(await see(admin, team.owner)).toMatchObject({
      status: 403,
      body: { error: "You can't view as an owner." },
    });
    const sibling = await newTeam(team.owner, team.orgId, "Sibling");
    const gone = await newMember(team);
    await leave(gone, team);
    const orgAdmin = await newMember(sibling, { orgBits: [Permission.ORG_ADMIN] });
    for (const nobody of [await newAccount(), await newMember(sibling), gone, orgAdmin]) {
      expect(await see(admin, nobody)).toMatchObject({ status: 404 });
      const query = { resourceSlug: team.slug, memberId: nobody.accountId };
      expect((await callAs(accounts.get, { token: await tokenOf(admin), query })).status).toBe(404);
    }
  });

  it("gives a key no more than it has, and shows nobody's own keys as another's", async () => {
    const headers = seeing(member);
    const params = { resourceSlug: team.slug };
    const without = everyBit.filter((bit) => bit !== Permission.ROOT && bit !== Permission.EDIT_TEAM_MEMBER);
    const { secret } = await newKey(admin, { permissions: without });
    expect((await callAs(teams.get, { token: secret, params, headers })).status).toBe(403);
    expect((await callAs(apikeys.list, { token: await tokenOf(admin), headers })).status).toBe(403);
    expect((await callAs(accounts.welcome, { token: await tokenOf(admin), headers })).status).toBe(200);
  });
});
