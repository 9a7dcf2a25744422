import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { identity } from "@/lib/contract/identity/schemas";
import { oauth } from "@/lib/contract/oauth/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { security } from "@/lib/contract/security/schemas";
import { sso } from "@/lib/contract/sso/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { accounts as table } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, goodPassword, newPerson, type Person, type Reply } from "../support/client";
import { testDatabase } from "../support/database";
import {
  begin,
  finish,
  newOpenIdPerson,
  redirectUri,
  saveProvider,
  signInAt,
  startStandins,
  testSignIn,
  verifyNewDomain,
  visit,
} from "../support/identity";
import { newMember, tokenOf } from "../support/people";
import { codeOf, login } from "../support/signing-in";
import { startOpenIdProvider } from "../support/standins/openid/provider";
import { unlimited } from "../support/unlimited";

unlimited();

const { standin, names } = await startStandins();

type Viewed = {
  account: { _id: string; email: string; emailVerified: boolean; name: string; permissions: number[] };
  team: { id: string } | null;
};
const viewOf = async (token: unknown, resourceSlug?: string) =>
  (await expectOk(callAs(accounts.get, { token: String(token), query: { resourceSlug } }))) as unknown as Viewed;

/** An organization with the provider, and a verified domain. */
async function prepare(more: Parameters<typeof saveProvider>[2] = {}) {
  const ada = await newPerson();
  const domain = await verifyNewDomain(ada, names);
  await expectOk(saveProvider(ada, standin, more));
  return { ada, domain };
}

const tokenIn = ({ body }: Reply) => String((body as { token?: string }).token);
const listApps = (token: string, { slug }: Person) => callAs(apps.list, { token, params: { resourceSlug: slug } });

describe("signing in with the organization's provider", () => {
  it("creates the account of a new person, and knows them by issuer and subject when the address changes", async () => {
    const { ada, domain } = await prepare();
    const grace = newOpenIdPerson(domain);
    const begun = await visit(standin, grace, { email: grace.email, goto: "/account" });
    const first = await finish(begun);
    expect(first).toMatchObject({ status: 200, body: { redirect: "/account" } });
    const { account } = await viewOf(tokenIn(first));
    expect(account).toMatchObject({ email: grace.email, emailVerified: true, name: "Grace Hopper" });
    const moved = newOpenIdPerson(domain, { sub: grace.sub });
    const again = await signInAt(standin, moved, ada.orgId);
    expect((await viewOf(tokenIn(again))).account._id).toBe(account._id);
    expect((await login({ email: grace.email })).status).toBe(401);
    const { members } = (await expectOk(
      callAs(orgs.get, { token: ada.token, params: { resourceSlug: ada.slug } }),
    )) as { members: { email: string }[] };
    expect(members.map(({ email }) => email)).toContain(grace.email);
  });

  it("lets in no one with an address outside the verified domains, an unverified one, or none", async () => {
    const { ada, domain } = await prepare();
    const outside = await signInAt(standin, newOpenIdPerson("elsewhere.example.test"), ada.orgId);
    expect(outside).toMatchObject({ status: 403, body: { error: expect.stringContaining("isn't a verified domain") } });
    const unverified = newOpenIdPerson(domain, { email_verified: false });
    expect(await signInAt(standin, unverified, ada.orgId)).toMatchObject({ status: 403 });
    const { db } = await testDatabase();
    expect(await db.$count(table, eq(table.email, unverified.email))).toBe(0);
  });

  it("asks for proof before an existing account is linked, and never links by the address alone", async () => {
    const { ada, domain } = await prepare();
    const bob = await newPerson("Bob");
    const { db } = await testDatabase();
    const email = `bob-${bob.accountId.slice(-6)}@${domain}`;
    await db.update(table).set({ email }).where(eq(table.id, bob.accountId));
    const person = newOpenIdPerson(domain, { email });
    const offered = await signInAt(standin, person, ada.orgId);
    expect(offered.body).toEqual({
      link: { ticket: expect.any(String), email, organization: expect.any(String), signedIn: false },
    });
    expect(await listApps(bob.token, ada)).toMatchObject({ status: 404 });
    const { ticket } = (offered.body as { link: { ticket: string } }).link;
    const link = (body: object, token?: string) => callAs(sso.link, { token, body: { ticket, ...body } });
    expect(await link({})).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
    expect(await link({ password: "not the password" })).toMatchObject({ status: 401 });
    expect(await link({}, ada.token)).toMatchObject({ status: 400 });
    const linked = await expectOk(link({ password: goodPassword }));
    expect((await viewOf(linked.token)).account._id).toBe(bob.accountId);
    expect(await link({ password: goodPassword })).toMatchObject({ status: 400 });
    expect(await signInAt(standin, person, ada.orgId)).toMatchObject({
      status: 200,
      body: { token: expect.any(String) },
    });
    // Whoever is signed in to the account has proven it.
    const other = await prepare();
    await db
      .update(table)
      .set({ email: `b@${other.domain}` })
      .where(eq(table.id, bob.accountId));
    const second = newOpenIdPerson(other.domain, { email: `b@${other.domain}` });
    const again = await signInAt(standin, second, other.ada.orgId, bob.token);
    const { link: shown } = again.body as { link: { ticket: string; signedIn: boolean } };
    expect(shown.signedIn).toBe(true);
    await expectOk(callAs(sso.link, { token: bob.token, body: { ticket: shown.ticket } }));
  });

  it("asks for the account's own second factor too", async () => {
    const { ada, domain } = await prepare();
    const grace = newOpenIdPerson(domain);
    await testSignIn(ada, standin, grace);
    const rules = [{ claim: null, teamId: ada.slug, role: "Team Member" }];
    await expectOk(saveProvider(ada, standin, { rules, required: true }));
    const token = tokenIn(await signInAt(standin, grace, ada.orgId));
    const { secret } = (await expectOk(callAs(security.beginTwoFactor, { token, body: {} }))) as { secret: string };
    await expectOk(callAs(security.turnOnTwoFactor, { token, body: { code: codeOf(secret, -1) } }));
    const asked = await signInAt(standin, grace, ada.orgId);
    expect(asked).toMatchObject({ status: 401, body: { code: "two_factor" } });
    const { ticket } = asked.body as { ticket: string };
    const done = await callAs(oauth.finish, { body: { ticket, code: codeOf(secret) } });
    expect(await listApps(tokenIn(done), ada)).toMatchObject({ status: 200 });
  });

  it("admits a removed member only by a new invitation", async () => {
    const { ada, domain } = await prepare();
    const grace = newOpenIdPerson(domain);
    await signInAt(standin, grace, ada.orgId);
    const params = { resourceSlug: ada.slug };
    await expectOk(callAs(orgs.removeMember, { token: ada.token, params, body: { email: grace.email } }));
    expect(await signInAt(standin, grace, ada.orgId)).toMatchObject({ status: 403 });
    const invited = { name: "Grace", email: grace.email, role: "Org Member" };
    await expectOk(callAs(orgs.invite, { token: ada.token, params, body: invited }));
    expect(await signInAt(standin, grace, ada.orgId)).toMatchObject({ status: 200 });
  });

  it("starts only for verified domains and known organizations, and finishes only what this browser began, once", async () => {
    const { ada, domain } = await prepare();
    const unknown = await callAs(sso.start, { body: { email: "grace@unknown.example.test" } });
    expect(unknown).toMatchObject({ status: 400, body: { issues: [{ path: "email" }] } });
    expect(await callAs(sso.start, { body: { orgId: "org_unknown" } })).toMatchObject({ status: 404 });
    const grace = newOpenIdPerson(domain);
    const begun = await visit(standin, grace, { orgId: ada.orgId });
    expect(await finish({ ...begun, cookie: "" })).toMatchObject({ status: 400 });
    const other = await begin({ orgId: ada.orgId });
    expect(await finish({ ...begun, cookie: other.cookie })).toMatchObject({ status: 400 });
    expect(await finish(begun)).toMatchObject({ status: 200 });
    expect(await finish(begun)).toMatchObject({ status: 400 });
  });

  it("accepts tokens that are signed with rotated keys", async () => {
    const { ada, domain } = await prepare();
    const grace = newOpenIdPerson(domain);
    expect((await signInAt(standin, grace, ada.orgId)).status).toBe(200);
    await standin.rotate();
    expect((await signInAt(standin, grace, ada.orgId)).status).toBe(200);
  });
});

describe("rules on claims", () => {
  it("assign roles at each sign-in, and remove what they no longer assign, but nothing that people have added", async () => {
    const { ada, domain } = await prepare();
    const addTeam = async (name: string) =>
      String(
        (await expectOk(callAs(teams.add, { token: ada.token, params: { resourceSlug: ada.slug }, body: { name } })))
          .id,
      );
    const [support, manual] = [await addTeam("Support"), await addTeam("Manual")];
    const rules = [
      { claim: "groups", value: "support-leads", teamId: support, role: "Team Admin" },
      { claim: "groups", value: "support", teamId: support, role: "Team Member" },
      { claim: "groups", value: "it", teamId: null, role: "Org Admin" },
    ];
    await expectOk(saveProvider(ada, standin, { rules }));
    const grace = newOpenIdPerson(domain, { groups: ["support", "it"] });
    const first = await signInAt(standin, grace, ada.orgId);
    const { account, team } = await viewOf(tokenIn(first));
    expect(team?.id).toBe(support);
    const memberIn = async (slug: string) =>
      (
        (await expectOk(callAs(teams.get, { token: ada.token, params: { resourceSlug: slug } }))) as {
          members: { memberId: string; role: string; byProvider: boolean }[];
        }
      ).members.find(({ memberId }) => memberId === account._id);
    expect(await memberIn(support)).toMatchObject({ role: "Team Member", byProvider: true });
    const edited = await callAs(teams.editMember, {
      token: ada.token,
      params: { resourceSlug: support, memberId: account._id },
      body: { role: "Team Admin" },
    });
    expect(edited).toMatchObject({ status: 409, body: { error: expect.stringContaining("identity provider") } });

    await newMemberOf(account._id, manual);
    await signInAt(standin, { ...grace, groups: ["support-leads"] }, ada.orgId);
    expect(await memberIn(support)).toMatchObject({ role: "Team Admin", byProvider: true });
    await signInAt(standin, { ...grace, groups: [] }, ada.orgId);
    expect(await memberIn(support)).toBeUndefined();
    expect(await memberIn(manual)).toMatchObject({ role: "Team Member", byProvider: false });
    const { entries } = (await expectOk(
      callAs(audit.list, { token: ada.token, params: { resourceSlug: ada.slug } }),
    )) as { entries: { action: string; via: string; kind: string }[] };
    const bySso = entries.filter(({ via }) => via === "sso").map(({ kind }) => kind);
    expect(bySso.filter((kind) => kind === "team_member").length).toBe(3);
    expect(bySso.filter((kind) => kind === "org_member").length).toBe(3);
  });

  it("are refused for teams of others and roles of the other scope", async () => {
    const { ada } = await prepare();
    const bob = await newPerson("Bob");
    const foreign = await saveProvider(ada, standin, {
      rules: [{ claim: null, teamId: bob.slug, role: "Team Member" }],
    });
    expect(foreign).toMatchObject({ status: 400, body: { issues: [{ path: "rules.0.teamId" }] } });
    const wrong = await saveProvider(ada, standin, { rules: [{ claim: null, teamId: null, role: "Team Admin" }] });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "rules.0.role" }] } });
  });
});

async function newMemberOf(accountId: string, slug: string): Promise<void> {
  const { db } = await testDatabase();
  const { teamMembers } = await import("@/lib/server/platform/db/tables/teams");
  const { roleBits } = await import("@/lib/permissions/roles");
  await db.insert(teamMembers).values({ teamId: slug, accountId, permissions: [...roleBits["Team Member"]] });
}

describe("required sign-in", () => {
  it("needs a test first, then lets members in only by the provider, and the owner with a password", async () => {
    const { ada, domain } = await prepare();
    const early = await saveProvider(ada, standin, { required: true });
    expect(early).toMatchObject({ status: 400, body: { issues: [{ path: "required" }] } });
    const place = { orgId: ada.orgId, slug: ada.slug };
    const bob = await newMember(place, { teamBits: [70] });
    const bobsToken = await tokenOf(bob);
    expect(await listApps(bobsToken, ada)).toMatchObject({ status: 200 });
    const rules = [{ claim: null, teamId: ada.slug, role: "Team Member" }];
    await expectOk(saveProvider(ada, standin, { rules }));
    const grace = newOpenIdPerson(domain);
    expect(await testSignIn(ada, standin, grace)).toMatchObject({ roles: [{ role: "Team Member" }] });
    const { db } = await testDatabase();
    expect(await db.$count(table, eq(table.email, grace.email))).toBe(0);
    await expectOk(saveProvider(ada, standin, { rules, required: true }));

    const redirect = `/login/sso?org=${ada.orgId}`;
    expect(await listApps(bobsToken, ada)).toMatchObject({ status: 403, body: { redirect } });
    const named = await callAs(accounts.get, { token: bobsToken, query: { resourceSlug: ada.slug } });
    expect(named).toMatchObject({ status: 403, body: { redirect } });
    // What the account has elsewhere is not touched.
    expect((await viewOf(bobsToken)).team).toBeNull();
    const signedIn = await signInAt(standin, grace, ada.orgId);
    expect(await listApps(tokenIn(signedIn), ada)).toMatchObject({ status: 200 });
    const [graces] = await db.select({ id: table.id }).from(table).where(eq(table.email, grace.email));
    const transfer = { token: ada.token, params: { resourceSlug: ada.slug }, body: { memberId: graces?.id } };
    expect(await callAs(orgs.transfer, transfer)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("must set a password first") },
    });
    // The way back.
    const back = await expectOk(login(ada));
    expect(await listApps(String(back.token), ada)).toMatchObject({ status: 200 });
    await expectOk(saveProvider({ ...ada, token: String(back.token) }, standin, { rules, required: false }));
    expect(await listApps(bobsToken, ada)).toMatchObject({ status: 200 });
  });

  it("ends with another client until that is tested", async () => {
    const { ada, domain } = await prepare();
    await testSignIn(ada, standin, newOpenIdPerson(domain));
    await expectOk(saveProvider(ada, standin, { required: true }));
    const other = { issuer: standin.issuer, client: { ...standin.client, clientId: "another" } };
    expect(await saveProvider(ada, other, { required: true })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "required" }] },
    });
  });
});

describe("settings", () => {
  const view = async ({ token, slug }: Pick<Person, "token" | "slug">) =>
    await expectOk(callAs(identity.get, { token, params: { resourceSlug: slug } }));

  it("never return the secret, and are read-only for members without the right", async () => {
    const { ada } = await prepare();
    const shown = JSON.stringify(await view(ada));
    expect(shown).not.toContain(standin.client.clientSecret);
    const bob = await newMember({ orgId: ada.orgId, slug: ada.slug }, {});
    const token = await tokenOf(bob);
    expect(await view({ token, slug: ada.slug })).toMatchObject({ provider: { issuer: standin.issuer } });
    expect(await saveProvider({ ...ada, token }, standin)).toMatchObject({ status: 403, body: { permission: 24 } });
    const { entries } = (await expectOk(
      callAs(audit.list, { token: ada.token, params: { resourceSlug: ada.slug } }),
    )) as { entries: { kind: string; after: object }[] };
    expect(entries.filter(({ kind }) => kind === "identity_provider").length).toBe(3);
    expect(JSON.stringify(entries)).not.toContain(standin.client.clientSecret);
  });

  it("send a stored secret to no other issuer", async () => {
    const { ada } = await prepare();
    const { clientSecret: _, ...client } = standin.client;
    const other = await startOpenIdProvider(redirectUri);
    const params = { resourceSlug: ada.slug };
    const body = { issuer: other.issuer, ...client };
    const refused = await callAs(identity.edit, { token: ada.token, params, body });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "clientSecret" }] } });
    await other.close();
  });

  it("route a domain only after its TXT record, and to one organization", async () => {
    const { ada, domain } = await prepare();
    const bob = await newPerson("Bob");
    const params = { resourceSlug: bob.slug };
    const call = (endpoint: typeof identity.verifyDomain | typeof identity.addDomain, body: { domain: string }) =>
      callAs(endpoint, { token: bob.token, params, body });
    const fresh = `fresh.${domain}`;
    const added = await expectOk(call(identity.addDomain, { domain: fresh }));
    expect(await call(identity.verifyDomain, { domain: fresh })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("no TXT record") },
    });
    names.set(String(added.recordName), ["something else"]);
    expect(await call(identity.verifyDomain, { domain: fresh })).toMatchObject({ status: 400 });
    expect(await callAs(sso.start, { body: { email: `a@${fresh}` } })).toMatchObject({ status: 400 });
    names.set(String(added.recordName), ["v=spf1 -all", String(added.recordValue)]);
    await expectOk(call(identity.verifyDomain, { domain: fresh }));
    const taken = await expectOk(call(identity.addDomain, { domain }));
    const asAda = { token: ada.token, params: { resourceSlug: ada.slug } };
    const { recordValue } = await expectOk(callAs(identity.addDomain, { ...asAda, body: { domain } }));
    names.set(String(taken.recordName), [String(recordValue), String(taken.recordValue)]);
    expect(await call(identity.verifyDomain, { domain })).toMatchObject({ status: 409 });
    const verifiedBy = async ({ token, slug }: Person) =>
      (
        (await expectOk(callAs(identity.get, { token, params: { resourceSlug: slug } }))) as {
          domains: { domain: string; verified: string | null }[];
        }
      ).domains.find((one) => one.domain === domain)?.verified;
    expect(await verifiedBy(ada)).not.toBeNull();
    // Whoever controls the domain now has removed the other organization's record.
    names.set(String(taken.recordName), [String(taken.recordValue)]);
    await expectOk(call(identity.verifyDomain, { domain }));
    expect([await verifiedBy(ada), await verifiedBy(bob)]).toEqual([null, expect.any(String)]);
    expect(
      await callAs(identity.verifyDomain, {
        token: ada.token,
        params: { resourceSlug: ada.slug },
        body: { domain: fresh },
      }),
    ).toMatchObject({ status: 404 });
  });
});
