import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { identity } from "@/lib/contract/identity/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { invites } from "@/lib/server/platform/db/tables/invites";
import { orgMembers, orgs as orgTable, teamMembers, teams as teamTable } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newOpenIdPerson, saveProvider, signInAt, startStandins, verifyNewDomain } from "../support/identity";
import { newKey } from "../support/keys";
import { newAccount, newMember, newOrg, stand, tokenOf } from "../support/people";
import { entra, newScimClient, okta, type ScimClient, sendScim } from "../support/scim";
import { unlimited } from "../support/unlimited";

unlimited();

const { standin, names } = await startStandins();
let ada: Person;
let domain: string;
let client: ScimClient;
beforeAll(async () => {
  ada = await newPerson();
  domain = await verifyNewDomain(ada, names);
  client = await newScimClient(ada);
});

const newNamed = (at = domain) => ({ email: `${randomUUID()}@${at}`, externalId: randomUUID() });
const idIn = ({ body }: { body: Record<string, unknown> }) => String(body.id);

async function accountOf(email: string) {
  const { db } = await testDatabase();
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row;
}
async function isMember(accountId: string | undefined, orgId = ada.orgId): Promise<boolean> {
  const { db } = await testDatabase();
  const own = and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, accountId ?? ""));
  return (await db.$count(orgMembers, own)) === 1;
}
const isInvited = async (email: string): Promise<boolean> => {
  const { db } = await testDatabase();
  return (await db.$count(invites, and(eq(invites.orgId, ada.orgId), eq(invites.email, email)))) === 1;
};

describe.each([entra, okta])("the requests of $name", (dialect) => {
  it("find no one, create a member, find them, deactivate and activate them again", async () => {
    const named = newNamed();
    expect((await client.call("GET", dialect.find(named.email))).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const created = await client.call("POST", "/Users", dialect.create(named));
    expect(created.status).toBe(201);
    expect(created.response.headers.get("content-type")).toBe("application/scim+json");
    expect(created.response.headers.get("location")).toBe(`http://localhost:3000/scim/v2/Users/${idIn(created)}`);
    expect(created.body).toMatchObject({ userName: named.email, externalId: named.externalId, active: true });
    const account = await accountOf(named.email);
    expect(account).toMatchObject({ name: "Grace Hopper", emailVerified: true, passwordHash: null });
    expect(await isMember(account?.id)).toBe(true);
    const found = await client.call("GET", dialect.find(named.email.toUpperCase()));
    expect(found.body).toMatchObject({
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [{ id: idIn(created) }],
    });
    const byId = `/Users?filter=${encodeURIComponent(`externalId eq "${named.externalId}"`)}`;
    expect((await client.call("GET", byId)).body).toMatchObject({ totalResults: 1 });

    const path = `/Users/${idIn(created)}`;
    expect((await client.call("PATCH", path, dialect.disable)).body).toMatchObject({ active: false });
    expect(await isMember(account?.id)).toBe(false);
    expect((await client.call("PATCH", path, dialect.enable)).body).toMatchObject({ active: true });
    expect(await isMember(account?.id)).toBe(true);
    expect((await client.call("PATCH", path, dialect.rename)).body).toMatchObject({
      displayName: "Amazing Grace",
      name: { givenName: "Amazing", familyName: "Hopper" },
    });
    expect((await accountOf(named.email))?.name).toBe("Amazing Grace");
    const replaced = await client.call("PUT", path, { ...dialect.create(named), active: false });
    expect(replaced).toMatchObject({ status: 200, body: { active: false } });
    expect(await isMember(account?.id)).toBe(false);
    expect(await client.call("DELETE", path)).toMatchObject({ status: 204, body: {} });
    expect(await client.call("GET", path)).toMatchObject({ status: 404, body: { status: "404" } });
  });

  it("put people in groups, whose roles apply immediately", async () => {
    const place = { params: { resourceSlug: ada.slug }, token: ada.token };
    const team = String((await expectOk(callAs(teams.add, { ...place, body: { name: "Support" } }))).id);
    const group = `support ${randomUUID()}`;
    const rules = [{ claim: "groups", value: group, teamId: team, role: "Team Admin" }];
    await expectOk(saveProvider(ada, standin, { rules }));
    const named = newNamed();
    const id = idIn(await client.call("POST", "/Users", dialect.create(named)));
    const made = await client.call("POST", "/Groups", { displayName: group, externalId: "g1" });
    expect(made.status).toBe(201);
    const path = `/Groups/${idIn(made)}`;
    const account = await accountOf(named.email);
    const { db } = await testDatabase();
    const inTeam = () =>
      db.$count(teamMembers, and(eq(teamMembers.teamId, team), eq(teamMembers.accountId, account?.id ?? "")));
    expect((await client.call("PATCH", path, dialect.addMember(id))).body).toMatchObject({ members: [{ value: id }] });
    expect(await inTeam()).toBe(1);
    expect((await client.call("GET", `${path}?excludedAttributes=members`)).body.members).toBeUndefined();
    expect((await client.call("GET", `/Users/${id}`)).body).toMatchObject({ groups: [{ display: group }] });
    await client.call("PATCH", path, dialect.removeMember(id));
    expect(await inTeam()).toBe(0);
    await client.call("PATCH", path, dialect.addMember(id));
    const renamed = { Operations: [{ op: "replace", value: { id: idIn(made), displayName: `${group} renamed` } }] };
    expect((await client.call("PATCH", path, renamed)).body).toMatchObject({ displayName: `${group} renamed` });
    expect(await inTeam()).toBe(0);
    await client.call("PUT", path, { displayName: group, members: [{ value: id }] });
    expect(await inTeam()).toBe(1);
    expect((await client.call("DELETE", path)).status).toBe(204);
    expect(await inTeam()).toBe(0);
  });
});

describe("deprovisioning", () => {
  it("ends what the account has here, and nothing of other organizations", async () => {
    const bob = await newPerson("Bob");
    const { db } = await testDatabase();
    const email = `bob-${randomUUID()}@${domain}`;
    await db.update(accounts).set({ email }).where(eq(accounts.id, bob.accountId));
    const account = { accountId: bob.accountId, email, name: "Bob" };
    const place = { orgId: ada.orgId, slug: ada.slug };
    await stand(account, place, { teamBits: [70] });
    const team = String(
      (
        await expectOk(
          callAs(teams.add, { token: ada.token, params: { resourceSlug: ada.slug }, body: { name: "Bob's" } }),
        )
      ).id,
    );
    await db.update(teamTable).set({ ownerId: bob.accountId }).where(eq(teamTable.id, team));
    const key = await newKey(account, { permissions: [70] });
    const list = (token: string, resourceSlug: string) => callAs(apps.list, { token, params: { resourceSlug } });
    expect((await list(key.secret, ada.slug)).status).toBe(200);
    const id = idIn(await client.call("POST", "/Users", okta.create({ email, externalId: randomUUID() })));
    await client.call("PATCH", `/Users/${id}`, okta.disable);
    expect([(await list(bob.token, ada.slug)).status, (await list(key.secret, ada.slug)).status]).toEqual([404, 404]);
    expect((await list(bob.token, team)).status).toBe(404);
    expect([(await list(bob.token, bob.slug)).status, (await list(key.secret, bob.slug)).status]).toEqual([200, 200]);
    const [row] = await db.select().from(teamTable).where(eq(teamTable.id, team));
    expect(row?.ownerId).toBe(ada.accountId);
    // Someone else's account is not taken back without asking.
    await client.call("PATCH", `/Users/${id}`, okta.enable);
    expect([await isMember(bob.accountId), await isInvited(email)]).toEqual([false, true]);
    await client.call("PATCH", `/Users/${id}`, okta.disable);
    expect(await isInvited(email)).toBe(false);
    const { entries } = (await expectOk(
      callAs(audit.list, { token: ada.token, params: { resourceSlug: ada.slug }, query: { targetId: bob.accountId } }),
    )) as { entries: { via: string; action: string; before: object; after: object }[] };
    expect(entries[0]).toMatchObject({ via: "scim", action: "scim.patchUser", after: null });
  });

  it("ends the sessions of an account of this organization only, and keeps it from signing in", async () => {
    await expectOk(saveProvider(ada, standin));
    const grace = newOpenIdPerson(domain);
    const id = idIn(await client.call("POST", "/Users", entra.create({ email: grace.email, externalId: grace.sub })));
    const first = await signInAt(standin, grace, ada.orgId);
    const token = String((first.body as { token?: string }).token);
    const account = await accountOf(grace.email);
    const welcome = () => callAs(orgs.get, { token, params: { resourceSlug: ada.slug } });
    expect(first.status).toBe(200);
    await client.call("PATCH", `/Users/${id}`, entra.disable);
    expect((await welcome()).status).toBe(401);
    expect(await signInAt(standin, grace, ada.orgId)).toMatchObject({ status: 403 });
    // Nor by an invitation, as long as the provider says otherwise.
    const invited = { name: "Grace", email: grace.email, role: "Org Member" };
    await expectOk(callAs(orgs.invite, { token: ada.token, params: { resourceSlug: ada.slug }, body: invited }));
    expect(await signInAt(standin, grace, ada.orgId)).toMatchObject({ status: 403 });
    await client.call("PATCH", `/Users/${id}`, entra.enable);
    expect((await signInAt(standin, grace, ada.orgId)).status).toBe(200);
    // With another organization, its sessions stay.
    const elsewhere = await newOrg(await newAccount(), "Elsewhere", "Elsewhere");
    const both = { accountId: account?.id ?? "", email: grace.email, name: "Grace" };
    const { db } = await testDatabase();
    await db.insert(orgMembers).values({ orgId: elsewhere.orgId, accountId: both.accountId });
    const kept = await tokenOf(both);
    await client.call("DELETE", `/Users/${id}`);
    expect(await isMember(both.accountId)).toBe(false);
    expect((await callAs(apps.list, { token: kept, params: { resourceSlug: ada.slug } })).status).toBe(404);
  });

  it("never removes the owner", async () => {
    const { db } = await testDatabase();
    const [owner] = await db.select().from(accounts).where(eq(accounts.id, ada.accountId));
    const id = idIn(
      await client.call("POST", "/Users", entra.create({ email: owner?.email ?? "", externalId: "owner" })),
    );
    for (const [method, body] of [
      ["PATCH", entra.disable],
      ["DELETE", undefined],
    ] as const) {
      const refused = await client.call(method, `/Users/${id}`, body);
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("Transfer it first") } });
    }
    expect(await isMember(ada.accountId)).toBe(true);
  });
});

describe("a new user", () => {
  it("with an address that has an account, or outside the verified domains, is invited with the same answer", async () => {
    const bob = await newPerson("Bob");
    const known = await client.call("POST", "/Users", okta.create({ email: bob.email, externalId: "bob" }));
    const stranger = newNamed("elsewhere.example.test");
    const unknown = await client.call("POST", "/Users", okta.create(stranger));
    expect([known.status, unknown.status]).toEqual([201, 201]);
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect([await isMember(bob.accountId), await isInvited(bob.email)]).toEqual([false, true]);
    expect([await accountOf(stranger.email), await isInvited(stranger.email)]).toEqual([undefined, true]);
    await client.call("DELETE", `/Users/${idIn(known)}`);
    expect(await isInvited(bob.email)).toBe(false);
  });

  it("needs a seat of the plan, an address, and a name that is free", async () => {
    const { db } = await testDatabase();
    const named = newNamed();
    expect((await client.call("POST", "/Users", okta.create(named))).status).toBe(201);
    const again = await client.call("POST", "/Users", okta.create({ ...named, email: named.email.toUpperCase() }));
    expect(again).toMatchObject({ status: 409, body: { scimType: "uniqueness", status: "409" } });
    const noAddress = await client.call("POST", "/Users", { userName: "grace" });
    expect(noAddress).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    await db.update(orgTable).set({ plan: "free" }).where(eq(orgTable.id, ada.orgId));
    const full = newNamed();
    const refused = await client.call("POST", "/Users", okta.create(full));
    expect(refused).toMatchObject({
      status: 403,
      body: { scimType: "limit", status: "403", schemas: [/* */ expect.any(String)] },
    });
    expect(await accountOf(full.email)).toBeUndefined();
    expect((await client.call("GET", okta.find(full.email))).body).toMatchObject({ totalResults: 0 });
    await db.update(orgTable).set({ plan: null }).where(eq(orgTable.id, ada.orgId));
  });
});

describe("the protocol", () => {
  it.each([
    'userName co "a"',
    'userName eq "a" and active eq true',
    "userName eq a",
    'userName eq "a',
    'name.givenName eq "a"',
    "userName",
    "",
    `userName eq "${"a".repeat(1_500)}"`,
  ])("refuses the filter %s", async (filter) => {
    const got = await client.call("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    expect(got).toMatchObject({ status: 400, body: { scimType: "invalidFilter", status: "400" } });
  });

  it("pages from 1, and takes odd pages for what they can mean", async () => {
    const all = (await client.call("GET", "/Users?startIndex=1&count=2")).body;
    expect(all).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    const second = (await client.call("GET", "/Users?startIndex=2&count=1")).body;
    expect((second.Resources as { id: string }[])[0]?.id).toBe((all.Resources as { id: string }[])[1]?.id);
    expect((await client.call("GET", "/Users?startIndex=-3&count=0")).body).toMatchObject({
      startIndex: 1,
      Resources: [],
    });
    expect((await client.call("GET", "/Users?startIndex=100000&count=9999")).body).toMatchObject({ Resources: [] });
  });

  it.each([
    [{ Operations: [{ op: "copy", path: "active", value: true }] }],
    [{ Operations: [{ op: "replace", path: "active", value: "maybe" }] }],
    [{ Operations: [{ op: "replace", path: "userName", value: 42 }] }],
    [{ Operations: [{ op: "remove", path: "userName" }] }],
    [{ Operations: [{ op: "replace", value: "text" }] }],
    [{ Operations: [{ op: "replace", path: 'emails[type eq "work".value', value: "x" }] }],
    [{ Operations: [] }],
    [{}],
  ])("refuses the change %j", async (body) => {
    const id = idIn(await client.call("POST", "/Users", okta.create(newNamed())));
    const refused = await client.call("PATCH", `/Users/${id}`, body);
    expect(refused).toMatchObject({ status: 400, body: { status: "400", detail: expect.stringMatching(/\.$/) } });
  });

  it("describes itself", async () => {
    expect((await client.call("GET", "/ServiceProviderConfig")).body).toMatchObject({ patch: { supported: true } });
    expect((await client.call("GET", "/ResourceTypes")).body).toMatchObject({ totalResults: 2 });
    const schema = "urn:ietf:params:scim:schemas:core:2.0:User";
    expect((await client.call("GET", "/Schemas")).body).toMatchObject({ Resources: [{ id: schema }, {}] });
    expect((await client.call("GET", `/Schemas/${schema}`)).body).toMatchObject({ id: schema });
    expect((await client.call("GET", "/ResourceTypes/Nothing")).status).toBe(404);
  });
});

describe("a token", () => {
  it("is one of two, and useless once revoked", async () => {
    const bob = await newPerson("Bob");
    const [one, two] = [await newScimClient(bob), await newScimClient(bob)];
    const params = { resourceSlug: bob.slug };
    expect(await callAs(identity.addToken, { token: bob.token, params, body: {} })).toMatchObject({ status: 409 });
    expect([(await one.call("GET", "/Users")).status, (await two.call("GET", "/Users")).status]).toEqual([200, 200]);
    const revoke = { token: bob.token, params: { ...params, scimTokenId: one.id } };
    await expectOk(callAs(identity.removeToken, revoke));
    expect([(await one.call("GET", "/Users")).status, (await two.call("GET", "/Users")).status]).toEqual([401, 200]);
    expect(JSON.stringify(await expectOk(callAs(identity.get, { token: bob.token, params })))).not.toContain(two.token);
  });

  it("reaches nothing of another organization, and nothing else of its own", async () => {
    const bob = await newPerson("Bob");
    const theirs = await newScimClient(bob);
    const userId = idIn(await client.call("POST", "/Users", okta.create(newNamed())));
    const groupId = idIn(await client.call("POST", "/Groups", { displayName: randomUUID() }));
    for (const path of [`/Users/${userId}`, `/Groups/${groupId}`])
      for (const [method, body] of [
        ["GET", undefined],
        ["PUT", { userName: "a@example.test", displayName: "a" }],
        ["PATCH", { Operations: [{ op: "replace", value: { displayName: "a" } }] }],
        ["DELETE", undefined],
      ] as const)
        expect([path, method, (await theirs.call(method, path, body)).status]).toEqual([path, method, 404]);
    const foreign = await theirs.call("POST", "/Groups", { displayName: "g", members: [{ value: userId }] });
    expect(foreign).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    expect((await theirs.call("GET", "/Users")).body).toMatchObject({ totalResults: 0 });
    const list = await callAs(apps.list, { token: client.token, params: { resourceSlug: ada.slug } });
    expect(list.status).toBe(401);
    const member = await newMember({ orgId: ada.orgId, slug: ada.slug }, { orgBits: [24] });
    for (const token of ["", ada.token, (await newKey(member, {})).secret, "msc_unknown"])
      expect(await sendScim(token, "GET", "/Users")).toMatchObject({ status: 401, body: { status: "401" } });
  });
});
