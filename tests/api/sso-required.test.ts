import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { identity } from "@/lib/contract/identity/schemas";
import { security } from "@/lib/contract/security/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { roleBits } from "@/lib/permissions/roles";
import { hashPassword } from "@/lib/server/access/auth/password";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { notifications } from "@/lib/server/platform/db/tables/notifications";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import {
  newOpenIdPerson,
  saveProvider,
  signInAt,
  startStandins,
  testSignIn,
  verifyNewDomain,
} from "../support/identity";
import { newKey } from "../support/keys";
import { stand } from "../support/people";
import { startHostileIssuer } from "../support/standins/openid/hostile";
import { unlimited } from "../support/unlimited";

unlimited();

const { standin, names } = await startStandins();
let ada: Person;
let domain: string;
beforeAll(async () => {
  ada = await newPerson();
  domain = await verifyNewDomain(ada, names);
  await expectOk(saveProvider(ada, standin));
  await testSignIn(ada, standin, newOpenIdPerson(domain));
});

const list = (token: string, resourceSlug = ada.slug) => callAs(apps.list, { token, params: { resourceSlug } });
const setRequired = (required: boolean) => expectOk(saveProvider(ada, standin, { required }));

describe("an API key", () => {
  it("reaches an organization that requires its provider only if that had signed in who created the secret", async () => {
    await setRequired(false);
    const grace = newOpenIdPerson(domain);
    const signedIn = await signInAt(standin, grace, ada.orgId);
    const token = String((signedIn.body as { token?: string }).token);
    const { db } = await testDatabase();
    const [account] = await db.select().from(accounts).where(eq(accounts.email, grace.email));
    const accountId = account?.id ?? "";
    await db.insert(teamMembers).values({ teamId: ada.slug, accountId, permissions: [70] });
    await db
      .update(accounts)
      .set({ passwordHash: await hashPassword(goodPassword) })
      .where(eq(accounts.id, accountId));
    const key = await newKey({ accountId }, { permissions: [70] });
    expect((await list(key.secret)).status).toBe(200);
    await setRequired(true);
    const refused = await list(key.secret);
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining("rotate this API key") } });
    const rotate = { token, params: { keyId: key.id }, body: { password: goodPassword } };
    const { secret } = await expectOk(callAs(apikeys.increment, rotate));
    expect((await list(String(secret))).status).toBe(200);
    const owners = await newKey(ada, { permissions: [70] });
    expect((await list(owners.secret)).status).toBe(200);
  });
});

describe("the export of an account", () => {
  it("leaves out what is in organizations that require a sign-in it lacks", async () => {
    await setRequired(false);
    const bob = await newPerson("Bob");
    await stand(
      { ...bob, name: "Bob" },
      { orgId: ada.orgId, slug: ada.slug },
      { teamBits: [...roleBits["Team Admin"]] },
    );
    const { db } = await testDatabase();
    const texts = { key: "k", type: "team", title: "t", link: null } as const;
    await db.insert(notifications).values([
      { ...texts, id: `n1-${bob.accountId}`, accountId: bob.accountId, teamId: ada.slug, description: "secret here" },
      { ...texts, key: "k2", id: `n2-${bob.accountId}`, accountId: bob.accountId, teamId: null, description: "own" },
    ]);
    const name = "created-in-the-team";
    const made = { name, defaultValue: "", description: "" };
    await expectOk(callAs(variables.add, { token: bob.token, params: { resourceSlug: ada.slug }, body: made }));
    const read = async () => (await callAs(security.export, { token: bob.token })).response.text();
    const before = await read();
    expect([before.includes(name), before.includes("secret here"), before.includes('"own"')]).toEqual([
      true,
      true,
      true,
    ]);
    await setRequired(true);
    const after = await read();
    expect([after.includes(name), after.includes("secret here"), after.includes('"own"')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("required sign-in", () => {
  it("needs a new test when the client secret changes", async () => {
    await setRequired(true);
    const wrong = { required: true, clientSecret: "a secret that no one has tested" };
    expect(await saveProvider(ada, standin, wrong)).toMatchObject({
      status: 400,
      body: { issues: [{ path: "required" }] },
    });
    await expectOk(saveProvider(ada, standin, { clientSecret: "a secret that no one has tested" }));
    expect(await saveProvider(ada, standin, { required: true })).toMatchObject({ status: 400 });
    await expectOk(saveProvider(ada, standin));
    await testSignIn(ada, standin, newOpenIdPerson(domain));
    await setRequired(true);
  });
});

describe("a removed provider", () => {
  it("releases its domains", async () => {
    const dora = await newPerson("Dora");
    const own = await verifyNewDomain(dora, names);
    await expectOk(saveProvider(dora, standin));
    const params = { resourceSlug: dora.slug };
    await expectOk(callAs(identity.remove, { token: dora.token, params }));
    expect(await expectOk(callAs(identity.get, { token: dora.token, params }))).toMatchObject({
      provider: null,
      domains: [{ domain: own, verified: null }],
    });
  });
});

describe("a test sign-in", () => {
  it("asks the provider outside of transactions", async () => {
    const issuer = await startHostileIssuer("muster");
    const cleo = await newPerson("Cleo");
    const client = { clientId: "muster", clientSecret: "secret" };
    await expectOk(saveProvider(cleo, { issuer: issuer.issuer, client }));
    const { pool } = await testDatabase();
    const open: number[] = [];
    issuer.describe({}, (response) => {
      const waiting =
        "select count(*)::int n from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()";
      void pool.query(waiting).then(({ rows }) => {
        open.push(Number(rows[0].n));
        response.writeHead(500).end();
      });
    });
    const params = { resourceSlug: cleo.slug };
    expect(await callAs(identity.test, { token: cleo.token, params, body: {} })).toMatchObject({ status: 400 });
    expect(open).toEqual([0]);
    await issuer.close();
  });
});
