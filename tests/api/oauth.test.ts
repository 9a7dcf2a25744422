import { randomInt, randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OauthProvider } from "@/lib/constants/oauth";
import { accounts } from "@/lib/contract/accounts/schemas";
import { oauth } from "@/lib/contract/oauth/schemas";
import { security } from "@/lib/contract/security/schemas";
import { stateCookie } from "@/lib/server/access/accounts/oauth/oauth-flow";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { accountLinks } from "@/lib/server/platform/db/tables/account-events";
import { accounts as table, tokens } from "@/lib/server/platform/db/tables/accounts";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { codeOf, cookieIn, login, turnOnTwoFactor } from "../support/signing-in";
import { client, type OauthStandin, startOauthStandin, type ThereAs } from "../support/standins/oauth";
import { unlimited } from "../support/unlimited";

unlimited();

let standins: Record<OauthProvider, OauthStandin>;
beforeAll(async () => {
  standins = { google: await startOauthStandin("google"), github: await startOauthStandin("github") };
  for (const [name, standin] of Object.entries(standins)) {
    process.env[`${name.toUpperCase()}_CLIENT_ID`] = client.id;
    process.env[`${name.toUpperCase()}_CLIENT_SECRET`] = client.secret;
    process.env[`${name.toUpperCase()}_OAUTH_BASE`] = standin.url;
  }
  forgetEnv();
});
afterAll(async () => {
  for (const [name, standin] of Object.entries(standins)) {
    for (const what of ["CLIENT_ID", "CLIENT_SECRET", "OAUTH_BASE"])
      delete process.env[`${name.toUpperCase()}_${what}`];
    await standin.close();
  }
  forgetEnv();
});

const somebody = (there: Partial<ThereAs> = {}): ThereAs => ({
  id: randomInt(1, 2 ** 40),
  name: "Ada",
  email: `${randomUUID()}@example.test`,
  verified: true,
  ...there,
});

interface Begun {
  token?: string;
  link?: boolean;
  password?: string;
  goto?: string;
}

/** Begins at Muster and agrees at the provider. Answers what the browser comes back with. */
async function agree(provider: OauthProvider, person: ThereAs, { token, ...begun }: Begun = {}) {
  standins[provider].signedInAs(person);
  const proof = begun.link ? { password: goodPassword } : {};
  const started = await callAs(oauth.start, { token, body: { provider, ...proof, ...begun } });
  const { url } = (await expectOk(Promise.resolve(started))) as { url: string };
  const back = await fetch(url, { redirect: "manual" });
  const location = new URL(back.headers.get("location") ?? "");
  expect(location.pathname).toBe(`/login/${provider}`);
  const body = { code: location.searchParams.get("code") ?? "", state: location.searchParams.get("state") ?? "" };
  return { body, cookie: cookieIn(started.response, stateCookie) ?? "", url };
}

const finish = ({ body, cookie }: { body: object; cookie: string }, token?: string) =>
  callAs(oauth.finish, { token, body: { ...body }, headers: { cookie } });

async function arrive(provider: OauthProvider, person: ThereAs, begun: Begun = {}) {
  return finish(await agree(provider, person, begun), begun.token);
}

const viewOf = async (token: unknown) =>
  (await expectOk(callAs(accounts.get, { token: String(token) }))) as unknown as {
    account: { _id: string; email: string; emailVerified: boolean; oauth: string[]; name: string };
  };

/** Somebody with an account whose address was confirmed. */
async function confirmed(name = "Ada") {
  const ada = await newPerson(name);
  const { db } = await testDatabase();
  await db.update(table).set({ emailVerified: true }).where(eq(table.id, ada.accountId));
  return ada;
}

describe.each(["google", "github"] as const)("sign-in with %s", (provider) => {
  it("makes an account for a new address, and finds it again by the provider's id", async () => {
    const person = somebody();
    const first = await expectOk(arrive(provider, person));
    expect(first.redirect).toBe("/onboarding");
    const { account } = await viewOf(first.token);
    expect(account).toMatchObject({ email: person.email, emailVerified: true, oauth: [provider], name: "Ada" });
    const again = await expectOk(arrive(provider, { ...person, email: `${randomUUID()}@example.test` }));
    expect((await viewOf(again.token)).account._id).toBe(account._id);
    expect((await login({ email: person.email })).status).toBe(401);
  });

  it("links an account with the same confirmed address", async () => {
    const ada = await confirmed();
    const there = await expectOk(arrive(provider, somebody({ email: ada.email.toUpperCase() })));
    expect((await viewOf(there.token)).account).toMatchObject({ _id: ada.accountId, oauth: [provider] });
  });

  it.each([
    ["the provider has not confirmed the address", { here: true, there: false }],
    ["it was never confirmed here", { here: false, there: true }],
  ])("links nothing where %s", async (_, { here, there }) => {
    const ada = here ? await confirmed() : await newPerson();
    expect((await arrive(provider, somebody({ email: ada.email, verified: there }))).status).toBe(403);
    const linking = await arrive(provider, somebody({ verified: there }), { token: ada.token, link: true });
    expect(linking.status).toBe(403);
    expect((await viewOf(ada.token)).account.oauth).toEqual([]);
    expect((await arrive(provider, somebody({ verified: false }))).status).toBe(403);
  });

  it("links to the account that is signed in, whatever the address, and unlinks", async () => {
    const [ada, mallory] = [await confirmed(), await confirmed("Mallory")];
    const person = somebody();
    expect(await expectOk(arrive(provider, person, { token: ada.token, link: true }))).toEqual({
      redirect: "/account",
    });
    // One account of the provider is one account's here.
    expect((await arrive(provider, person, { token: mallory.token, link: true })).status).toBe(409);
    expect((await arrive(provider, somebody(), { token: ada.token, link: true })).status).toBe(409);
    expect((await callAs(oauth.unlink, { token: mallory.token, body: { provider } })).status).toBe(404);
    expect((await viewOf((await expectOk(arrive(provider, person))).token)).account._id).toBe(ada.accountId);
    await expectOk(callAs(oauth.unlink, { token: ada.token, body: { provider } }));
    expect((await viewOf((await expectOk(arrive(provider, person))).token)).account._id).not.toBe(ada.accountId);
    const { activity } = await expectOk(callAs(security.get, { token: ada.token }));
    const kinds = (activity as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["linked", "unlinked"]));
  });

  it("keeps the only way to sign in until there is a password", async () => {
    const token = String((await expectOk(arrive(provider, somebody()))).token);
    expect((await callAs(oauth.unlink, { token, body: { provider } })).status).toBe(409);
    await expectOk(callAs(security.setPassword, { token, body: { password: goodPassword } }));
    await expectOk(callAs(oauth.unlink, { token, body: { provider } }));
    expect((await login((await viewOf(token)).account)).status).toBe(200);
  });

  it("asks for the second step, and takes it once", async () => {
    const ada = await confirmed();
    const { secret } = await turnOnTwoFactor(ada);
    const first = await arrive(provider, somebody({ email: ada.email }), { goto: "/account" });
    expect(first).toMatchObject({ status: 401, body: { code: "two_factor" } });
    const { ticket } = first.body as { ticket: string };
    expect((await callAs(oauth.finish, { body: { ticket, code: "000000" } })).status).toBe(401);
    const done = await callAs(oauth.finish, { body: { ticket, code: codeOf(secret) } });
    expect(done).toMatchObject({ status: 200, body: { redirect: "/account" } });
    expect((await callAs(oauth.finish, { body: { ticket, code: codeOf(secret, 1) } })).status).toBe(400);
  });
});

describe("the way to a provider and back", () => {
  const refused = { status: 400, body: { code: "invalid" } };

  it("is for the browser that has begun it, once, and in time", async () => {
    const there = await agree("google", somebody());
    expect(await finish({ ...there, cookie: "" })).toMatchObject(refused);
    expect(await finish({ ...there, cookie: `${stateCookie}=${"0".repeat(52)}` })).toMatchObject(refused);
    expect((await finish(there)).status).toBe(200);
    expect(await finish(there)).toMatchObject(refused);
    const late = await agree("google", somebody());
    const { db } = await testDatabase();
    await db
      .update(tokens)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(tokens.hash, hashToken(late.body.state)));
    expect(await finish(late)).toMatchObject(refused);
  });

  it("takes no code that was made for another sign-in", async () => {
    const [mine, theirs] = [await agree("google", somebody()), await agree("google", somebody())];
    // The provider sees another verifier than the code was asked for with.
    const mixed = { ...mine, body: { ...mine.body, code: theirs.body.code } };
    expect(await finish(mixed)).toMatchObject(refused);
    expect(await finish({ ...(await agree("github", somebody())), body: { code: "x", state: "y" } })).toMatchObject(
      refused,
    );
    const wrong = await agree("github", somebody());
    expect(await finish({ ...wrong, body: { ...wrong.body, code: "x" } })).toMatchObject(refused);
  });

  it("links for the one who has begun it alone", async () => {
    const [ada, mallory] = [await confirmed(), await confirmed("Mallory")];
    const there = await agree("github", somebody(), { token: mallory.token, link: true });
    expect((await finish(there, ada.token)).status).toBe(401);
    expect((await viewOf(ada.token)).account.oauth).toEqual([]);
    expect((await callAs(oauth.start, { body: { provider: "github", link: true } })).status).toBe(401);
  });

  it("links by the password alone, or lately signed in without one: a borrowed session adds no way in", async () => {
    const ada = await confirmed();
    const start = (token: string, given: object = {}) =>
      callAs(oauth.start, { token, body: { provider: "github", link: true, ...given } });
    for (const given of [{}, { password: "another fine password" }])
      expect(await start(ada.token, given)).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
    expect((await start(ada.token, { password: goodPassword })).status).toBe(200);
    const token = String((await expectOk(arrive("google", somebody()))).token);
    expect((await start(token)).status).toBe(200);
    const { pool } = await testDatabase();
    await pool.query("update tokens set date_created = now() - interval '11 minutes' where hash = $1", [
      hashToken(token),
    ]);
    expect((await start(token)).status).toBe(403);
  });

  it("ends with a change of the password: a link that was begun before goes no further", async () => {
    const ada = await confirmed();
    const there = await agree("github", somebody(), { token: ada.token, link: true });
    const body = { current: goodPassword, password: "a whole new phrase 7" };
    await expectOk(callAs(accounts.changePassword, { token: ada.token, body }));
    expect(await finish(there, ada.token)).toMatchObject(refused);
    expect((await viewOf(ada.token)).account.oauth).toEqual([]);
  });

  it("ends with the link: what was begun there goes no further", async () => {
    const ada = await confirmed();
    const { secret } = await turnOnTwoFactor(ada);
    const { ticket } = (await arrive("github", somebody({ email: ada.email }))).body as { ticket: string };
    await expectOk(callAs(oauth.unlink, { token: ada.token, body: { provider: "github" } }));
    expect((await callAs(oauth.finish, { body: { ticket, code: codeOf(secret) } })).status).toBe(400);
  });

  it("takes from there no name that the form would refuse, and no address that is none", async () => {
    const long = "n".repeat(400);
    for (const name of ["Ada\r\nBcc: all@example.test", "\u202Enimda", "\u200B\u200B", "", long]) {
      const person = somebody({ name });
      const { account } = await viewOf((await expectOk(arrive("google", person))).token);
      expect(account.name).toBe(name === long ? "n".repeat(100) : person.email.split("@")[0]);
    }
    for (const email of [
      "a@example.test\r\nBcc: b@example.test",
      "<b>@example.test",
      `${long}@example.test`,
      "deleted:1",
    ])
      expect(await arrive("google", somebody({ email }))).toMatchObject(refused);
  });

  it("makes one account when somebody new arrives twice at the same moment", async () => {
    const person = somebody();
    const there = [await agree("google", person), await agree("google", person)];
    const both = await Promise.all(there.map((one) => finish(one)));
    expect(both.map(({ status }) => status)).toContain(200);
    const { db } = await testDatabase();
    expect(await db.$count(table, eq(table.email, person.email))).toBe(1);
    expect((await arrive("google", person)).status).toBe(200);
  });

  it("leads back to this site alone", async () => {
    const away = await expectOk(arrive("github", somebody(), { goto: "//evil.test" }));
    expect(away.redirect).toBe("/onboarding");
  });

  it("keeps the verifier and the secret out of the address, and the state out of the database", async () => {
    const { url, body } = await agree("google", somebody());
    expect(url).not.toContain(client.secret);
    expect(new URL(url).searchParams.has("code_verifier")).toBe(false);
    const { db } = await testDatabase();
    const [row] = await db
      .select()
      .from(tokens)
      .where(eq(tokens.hash, hashToken(body.state)));
    expect(JSON.stringify(row)).not.toContain(body.state);
  });

  it("is refused to an account that was closed, which is linked to nothing", async () => {
    const [ada, bob] = [await confirmed(), await confirmed()];
    const linked = somebody({ email: ada.email });
    expect((await arrive("google", linked)).status).toBe(200);
    const { db } = await testDatabase();
    const both = inArray(table.id, [ada.accountId, bob.accountId]);
    await db.update(table).set({ dateClosed: new Date() }).where(both);
    for (const who of [linked, somebody({ email: bob.email })])
      expect(await arrive("google", who)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await db.$count(accountLinks, eq(accountLinks.accountId, bob.accountId))).toBe(0);
  });

  it("is shown where it is set up, and makes no accounts where registration is closed", async () => {
    expect(await expectOk(callAs(oauth.ways))).toMatchObject({ providers: ["google", "github"] });
    const ada = await confirmed();
    process.env.REGISTRATION = "closed";
    forgetEnv();
    try {
      expect((await arrive("google", somebody())).status).toBe(403);
      expect((await arrive("google", somebody({ email: ada.email }))).status).toBe(200);
    } finally {
      delete process.env.REGISTRATION;
      forgetEnv();
    }
  });
});
