import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { maxApiKeys } from "@/lib/constants/limits";
import { accounts } from "@/lib/contract/accounts/schemas";
import { agents } from "@/lib/contract/agents/schemas";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { sessionCookie } from "@/lib/server/access/auth/principal";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { apiKeys } from "@/lib/server/platform/db/tables/api-keys";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { expireKey, newKey, removeKey, rotateKey } from "../support/keys";
import { leave, newAccount, newMember, newTeam, stand, tokenOf } from "../support/people";
import { namedEndpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

unlimited();

const form = { name: "Nightly job", expirationDays: 30, password: goodPassword };
const list = (slug: string, token: string) => callAs(agents.list, { token, params: { resourceSlug: slug } });
const status = async (slug: string, token: string) => (await list(slug, token)).status;

interface Shown {
  keys: { _id: string; prefix: string; expirationDate: string | null; lastUsedDate: string | null }[];
}
const keysOf = async ({ token }: Person) =>
  ((await expectOk(callAs(apikeys.list, { token }))) as unknown as Shown).keys;

describe("a key", () => {
  it("is shown once, and only its hash is stored", async () => {
    const person = await newPerson();
    const body = { ...form, teamIds: [person.slug, person.slug], permissions: [105, 100, 100] };
    const { key, secret } = (await expectOk(callAs(apikeys.add, { token: person.token, body }))) as never as {
      key: Shown["keys"][number];
      secret: string;
    };
    expect(secret).toMatch(/^mk_[0-9a-z]{52}$/);
    expect(key).toMatchObject({ name: form.name, teamIds: [person.slug], permissions: [100, 105] });
    expect(secret.startsWith(key.prefix)).toBe(true);
    const days = (Date.parse(String(key.expirationDate)) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    const { db } = await testDatabase();
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, key._id));
    expect(row?.hash).toBe(hashToken(secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    const shown = await callAs(apikeys.list, { token: person.token });
    expect(await shown.response.text()).not.toContain(secret.slice(12));
  });

  it("says when it was used last", async () => {
    const person = await newPerson();
    const { id, secret } = await newKey(person);
    const used = async () => (await keysOf(person)).find(({ _id }) => _id === id)?.lastUsedDate;
    expect(await used()).toBeNull();
    expect(await status(person.slug, secret)).toBe(200);
    expect(Date.now() - Date.parse(String(await used()))).toBeLessThan(10_000);
    await rotateKey(person, { id, secret });
    expect(await used()).toBeNull();
  });

  it("is no longer heard once it is rotated, deleted or expired", async () => {
    const person = await newPerson();
    const key = await newKey(person);
    const next = await rotateKey(person, key);
    expect([await status(person.slug, key.secret), await status(person.slug, next.secret)]).toEqual([401, 200]);
    await expireKey(next);
    expect(await status(person.slug, next.secret)).toBe(401);
    const proof = { password: goodPassword };
    const late = await callAs(apikeys.increment, { token: person.token, params: { keyId: next.id }, body: proof });
    expect(late).toMatchObject({ status: 409, body: { error: expect.stringContaining("has expired") } });
    const other = await newKey(person);
    await removeKey(person, other);
    for (const token of [other.secret, "a-mistyped-key"])
      expect(await list(person.slug, token)).toMatchObject({
        status: 401,
        body: { error: "Invalid or expired API key." },
      });
  });

  it("is its owner's alone to rotate, delete and see", async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const key = await newKey(person);
    const to = { token: stranger.token, params: { keyId: key.id } };
    const gone = { status: 404, body: { error: "This API key doesn't exist or is no longer available." } };
    expect(await callAs(apikeys.increment, { ...to, body: { password: goodPassword } })).toMatchObject(gone);
    expect(await callAs(apikeys.remove, to)).toMatchObject(gone);
    expect(await keysOf(stranger)).toEqual([]);
    expect(await status(person.slug, key.secret)).toBe(200);
    expect(await status(stranger.slug, key.secret)).toBe(404);
  });

  it("is a bearer only, never a cookie", async () => {
    const person = await newPerson();
    const { secret } = await newKey(person);
    const headers = { cookie: `${sessionCookie}=${secret}` };
    expect((await callAs(agents.list, { headers, params: { resourceSlug: person.slug } })).status).toBe(401);
  });

  it.each([
    [{ ...form, name: " " }, "name"],
    [{ ...form, expirationDays: 31 }, "expirationDays"],
    [{ name: "Key" }, "expirationDays"],
    [{ ...form, teamIds: [] }, "teamIds"],
    [{ ...form, permissions: [Permission.ROOT] }, "permissions.0"],
    [{ ...form, permissions: [1] }, "permissions.0"],
    [{ ...form, teamIds: ["nobodys-team"] }, "teamIds.0"],
  ])("%j is refused at %s", async (body, path) => {
    const { token } = await newPerson();
    expect(await callAs(apikeys.add, { token, body })).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  it("is one of a bounded number, however many are made at once", async () => {
    // Without a password, as two passwords are checked at a time.
    const person = await newAccount();
    const token = await tokenOf(person);
    for (let i = 0; i < maxApiKeys - 2; i += 1) await newKey(person);
    const add = () => callAs(apikeys.add, { token, body: form });
    const answers = await Promise.all(Array.from({ length: 6 }, add));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  });
});

describe("the scope", () => {
  it("is the teams that it names", async () => {
    const person = await newPerson();
    const other = await newTeam({ ...person, name: "Ada" }, person.orgId, "Other");
    const { secret } = await newKey(person, { teamIds: [other.slug] });
    expect([await status(person.slug, secret), await status(other.slug, secret)]).toEqual([404, 200]);
    const view = (await expectOk(callAs(accounts.get, { token: secret }))) as never as {
      csrf: string;
      team: { id: string };
      account: { currentTeam: string; orgs: { teams: { id: string }[] }[] };
    };
    expect(view).toMatchObject({ csrf: "", team: { id: other.slug }, account: { currentTeam: other.slug } });
    expect(view.account.orgs.flatMap(({ teams }) => teams.map(({ id }) => id))).toEqual([other.slug]);
    const welcome = await callAs(accounts.welcome, { token: secret });
    expect(await welcome.response.text()).not.toContain(person.slug);
    expect((await callAs(accounts.get, { token: secret, query: { resourceSlug: person.slug } })).status).toBe(404);
  });

  it("is what its owner may at the time", async () => {
    const owner = await newPerson();
    const place = { orgId: owner.orgId, slug: owner.slug };
    const member = await newMember(place, { teamBits: [Permission.CREATE_APP, Permission.EDIT_APP] });
    const { secret } = await newKey(member, { permissions: [Permission.CREATE_APP, Permission.DELETE_APP] });
    const add = async () =>
      (await callAs(apps.add, { token: secret, params: { resourceSlug: owner.slug }, body: {} })).body;
    const bits = async () =>
      (
        (await expectOk(callAs(accounts.get, { token: secret, query: { resourceSlug: owner.slug } }))) as never as {
          account: { permissions: number[] };
        }
      ).account.permissions;
    expect(await bits()).toEqual([Permission.CREATE_APP]);
    expect(await add()).toMatchObject({ code: "invalid" });
    await stand(member, place, { teamBits: [Permission.EDIT_APP] });
    expect(await add()).toMatchObject({ code: "forbidden", permission: Permission.CREATE_APP });
    await leave(member, place);
    expect(await add()).toMatchObject({ code: "not_found" });
    expect(await status(owner.slug, secret)).toBe(404);
  });

  it("is all that it can hand on", async () => {
    const owner = await newPerson();
    const member = await newMember(owner);
    const { secret } = await newKey(owner, { permissions: [Permission.EDIT_TEAM_MEMBER, Permission.CREATE_APP] });
    const params = { resourceSlug: owner.slug, memberId: member.accountId };
    const edit = (body: object) => callAs(teams.editMember, { token: secret, params, body });
    const refused = { status: 403, body: { permission: Permission.EDIT_APP } };
    expect(await edit({ role: "Team Member" })).toMatchObject(refused);
    await expectOk(edit({ permission_bit_70: "on", permission_bit_75: "on" }));
    const found = await expectOk(callAs(teams.member, { token: secret, params }));
    expect(found).toMatchObject({ member: { permissions: [Permission.CREATE_APP] } });
  });

  it("ends with its owner's account", async () => {
    const owner = await newPerson();
    const member = await newMember(owner);
    const { secret } = await newKey(member);
    const { db } = await testDatabase();
    await db.delete(accountRows).where(eq(accountRows.id, member.accountId));
    expect(await status(owner.slug, secret)).toBe(401);
  });

  it("never moves its owner to another team", async () => {
    const person = await newPerson();
    const other = await newTeam({ ...person, name: "Ada" }, person.orgId, "Other");
    const { secret } = await newKey(person);
    expect(await status(other.slug, secret)).toBe(200);
    const view = await expectOk(callAs(accounts.get, { token: person.token }));
    expect(view).toMatchObject({ team: { id: person.slug } });
  });

  it("takes nobody out of a place and makes an organization only where it says so", async () => {
    const owner = await newPerson();
    const member = await newMember(owner);
    const { secret } = await newKey(member);
    const params = { resourceSlug: owner.slug };
    for (const call of [teams.leave, orgs.leave])
      expect(await callAs(call, { token: secret, params })).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await status(owner.slug, secret)).toBe(200);
    const body = { name: "Second" };
    const refused = { status: 403, body: { permission: Permission.CREATE_ORG } };
    expect(await callAs(orgs.add, { token: secret, body })).toMatchObject(refused);
    const maker = await newKey(member, { permissions: [Permission.CREATE_ORG] });
    await expectOk(callAs(orgs.add, { token: maker.secret, body }));
  });

  it("holds no call of accounts, keys and payments", () => {
    const closed = namedEndpoints.filter(([, { path }]) => /^\/(forms\/account\/|apikeys|stripe-)/.test(path));
    expect(closed.length).toBeGreaterThan(10);
    expect(closed.filter(([, endpoint]) => endpoint.apiKeys)).toEqual([]);
  });
});
