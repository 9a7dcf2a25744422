import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts as accountCalls } from "@/lib/contract/accounts/schemas";
import { identity } from "@/lib/contract/identity/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { sso } from "@/lib/contract/sso/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { roleBits } from "@/lib/permissions/roles";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { identities } from "@/lib/server/platform/db/tables/identity";
import { invites } from "@/lib/server/platform/db/tables/invites";
import { orgMembers, teamMembers } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, goodPassword, newPerson, type Person, type Reply } from "../support/client";
import { testDatabase } from "../support/database";
import { newOpenIdPerson, saveProvider, signInAt, startStandins, verifyNewDomain } from "../support/identity";
import { unlimited } from "../support/unlimited";

unlimited();

const { standin, names } = await startStandins();

async function prepare(more: Parameters<typeof saveProvider>[2] = {}) {
  const ada = await newPerson();
  const domain = await verifyNewDomain(ada, names);
  await expectOk(saveProvider(ada, standin, more));
  return { ada, domain };
}

const as = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const invite = (by: Person, email: string, role = "Org Member") =>
  expectOk(callAs(orgs.invite, { ...as(by), body: { name: "Guest", email, role } }));
const remove = (by: Person, email: string) => expectOk(callAs(orgs.removeMember, { ...as(by), body: { email } }));
const linkIn = ({ body }: Reply) => (body as { link?: { ticket: string; email: string } }).link;
const link = (ticket: string, body: object = { password: goodPassword }) =>
  callAs(sso.link, { body: { ticket, ...body } });

/** Someone with an organization of their own, who has an address in the domain. */
async function newBob(domain: string) {
  const bob = await newPerson("Bob");
  const email = `bob-${randomUUID().slice(0, 8)}@${domain}`;
  await moveTo(bob, email);
  return { ...bob, email };
}
async function moveTo({ accountId }: Person, email: string): Promise<void> {
  const { db } = await testDatabase();
  await db.update(accounts).set({ email }).where(eq(accounts.id, accountId));
}
async function bitsIn(teamId: string, accountId: string) {
  const { db } = await testDatabase();
  const own = and(eq(teamMembers.teamId, teamId), eq(teamMembers.accountId, accountId));
  return (await db.select().from(teamMembers).where(own))[0];
}
const newTeam = async (by: Person, name: string) =>
  String((await expectOk(callAs(teams.add, { ...as(by), body: { name } }))).id);

describe("an account that has left the organization", () => {
  it("is not signed in by its former provider, even when it is invited again, until its owner proves it", async () => {
    const { ada, domain } = await prepare();
    const bob = await newBob(domain);
    const person = newOpenIdPerson(domain, { email: bob.email });
    const first = linkIn(await signInAt(standin, person, ada.orgId));
    const linked = await expectOk(link(first?.ticket ?? ""));
    expect(await expectOk(callAs(accountCalls.get, { token: String(linked.token) }))).toMatchObject({
      account: { _id: bob.accountId, emailVerified: true },
    });
    expect(await signInAt(standin, person, ada.orgId)).toMatchObject({ body: { token: expect.any(String) } });
    await remove(ada, bob.email);
    expect(await signInAt(standin, person, ada.orgId)).toMatchObject({ status: 403 });
    await invite(ada, bob.email);
    const again = await signInAt(standin, person, ada.orgId);
    expect(again.body).toMatchObject({ link: { email: bob.email, signedIn: false } });
    await expectOk(link(linkIn(again)?.ticket ?? ""));
    expect(await signInAt(standin, person, ada.orgId)).toMatchObject({ body: { token: expect.any(String) } });
    // Returning without the provider does not renew the link either.
    await remove(ada, bob.email);
    const { db } = await testDatabase();
    await db.insert(orgMembers).values({ orgId: ada.orgId, accountId: bob.accountId });
    expect(linkIn(await signInAt(standin, person, ada.orgId))).toMatchObject({ email: bob.email });
  });

  it("is not found by the old subject after its address has changed", async () => {
    const { ada, domain } = await prepare();
    const bob = await newBob(domain);
    const person = newOpenIdPerson(domain, { email: bob.email });
    await expectOk(link(linkIn(await signInAt(standin, person, ada.orgId))?.ticket ?? ""));
    await remove(ada, bob.email);
    await moveTo(bob, `${randomUUID()}@elsewhere.example.test`);
    expect(await signInAt(standin, person, ada.orgId)).toMatchObject({ status: 403 });
    await invite(ada, bob.email);
    expect(await signInAt(standin, person, ada.orgId)).toMatchObject({ status: 200 });
    const { db } = await testDatabase();
    const [linked] = await db.select().from(identities).where(eq(identities.subject, person.sub));
    expect(linked).toMatchObject({ orgId: ada.orgId, dateEnded: null });
    expect(linked?.accountId).not.toBe(bob.accountId);
  });
});

describe("a ticket to link an account", () => {
  it("ends when the provider's client or the domain changes", async () => {
    const { ada, domain } = await prepare();
    const bob = await newBob(domain);
    const person = newOpenIdPerson(domain, { email: bob.email });
    const ticket = linkIn(await signInAt(standin, person, ada.orgId))?.ticket ?? "";
    const other = { issuer: standin.issuer, client: { ...standin.client, clientId: "another" } };
    await expectOk(saveProvider(ada, other));
    expect(await link(ticket)).toMatchObject({ status: 409 });
    await expectOk(saveProvider(ada, standin));
    await expectOk(callAs(identity.removeDomain, { ...as(ada), body: { domain } }));
    expect(await link(ticket)).toMatchObject({ status: 403 });
  });
});

describe("an invitation", () => {
  it("gives its team and role to who signs in with the provider", async () => {
    const { ada, domain } = await prepare();
    const team = await newTeam(ada, "Support");
    const grace = newOpenIdPerson(domain);
    await invite(ada, grace.email, "Org Admin");
    const place = { token: ada.token, params: { resourceSlug: team } };
    const body = { name: "Grace", email: grace.email, role: "Team Admin" };
    await expectOk(callAs(teams.invite, { ...place, body }));
    expect(await signInAt(standin, grace, ada.orgId)).toMatchObject({ status: 200 });
    const { db } = await testDatabase();
    const [account] = await db.select().from(accounts).where(eq(accounts.email, grace.email));
    const id = account?.id ?? "";
    expect(await bitsIn(team, id)).toMatchObject({ permissions: [...roleBits["Team Admin"]], byProvider: false });
    const [member] = await db.select().from(orgMembers).where(eq(orgMembers.accountId, id));
    expect(member).toMatchObject({ orgId: ada.orgId, permissions: [...roleBits["Org Admin"]] });
    expect(await db.$count(invites, eq(invites.email, grace.email))).toBe(0);
  });

  it("that has expired readmits no one", async () => {
    const { ada, domain } = await prepare();
    const grace = newOpenIdPerson(domain);
    await signInAt(standin, grace, ada.orgId);
    await remove(ada, grace.email);
    await invite(ada, grace.email);
    const { db } = await testDatabase();
    const expires = new Date(Date.now() - 1_000);
    await db.update(invites).set({ expires }).where(eq(invites.email, grace.email));
    expect(await signInAt(standin, grace, ada.orgId)).toMatchObject({ status: 403 });
  });
});

describe("rules", () => {
  it("leave memberships and roles alone that people have given", async () => {
    const { ada, domain } = await prepare();
    const team = await newTeam(ada, "Manual");
    const grace = newOpenIdPerson(domain);
    await signInAt(standin, grace, ada.orgId);
    const { db } = await testDatabase();
    const [account] = await db.select().from(accounts).where(eq(accounts.email, grace.email));
    const accountId = account?.id ?? "";
    const permissions = [...roleBits["Team Member"]];
    await db.insert(teamMembers).values({ teamId: team, accountId, permissions });
    await db
      .update(orgMembers)
      .set({ permissions: [...roleBits["Org Admin"]] })
      .where(eq(orgMembers.accountId, accountId));
    const rules = [
      { claim: null, teamId: team, role: "Team Admin" },
      { claim: null, teamId: null, role: "Org Member" },
    ];
    await expectOk(saveProvider(ada, standin, { rules }));
    await signInAt(standin, grace, ada.orgId);
    expect(await bitsIn(team, accountId)).toMatchObject({ permissions, byProvider: false });
    const [member] = await db.select().from(orgMembers).where(eq(orgMembers.accountId, accountId));
    expect(member).toMatchObject({ permissions: [...roleBits["Org Admin"]], byProvider: false });
    await expectOk(saveProvider(ada, standin));
    await signInAt(standin, grace, ada.orgId);
    expect(await bitsIn(team, accountId)).toMatchObject({ permissions });
  });
});
