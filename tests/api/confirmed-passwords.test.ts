import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { accountLinks } from "@/lib/server/platform/db/tables/account-events";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { mailServer } from "../support/mail-server";
import { confirmAddress, mailedToken } from "../support/mailed";
import { accept, freshEmail, invited } from "../support/members";
import { login, turnOnTwoFactor } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const theirs = "what another person chose 1";
const own = "a phrase of the owner 2";
const atPassword = { status: 400, body: { issues: [{ path: "password" }] } };

const register = (email: string, password?: string) =>
  callAs(accounts.register, { body: { name: "Grace", email, password } });
const verify = (token: string, password?: string, as?: { token: string }) =>
  callAs(accounts.verify, { token: as?.token, body: { token, password } });
const reset = (token: string, given: object = {}) =>
  callAs(accounts.changePassword, { body: { token, password: own, ...given } });
const statusOf = async (token: string) => (await callAs(accounts.get, { token })).status;
const viewOf = async (token: string) =>
  ((await expectOk(callAs(accounts.get, { token }))) as { account: { emailVerified: boolean; twoFactor: boolean } })
    .account;

/** The password of before is no good; the one that was chosen at the link is. */
async function expectChosen(email: string): Promise<void> {
  expect((await login({ email }, { password: theirs })).status).toBe(401);
  expect((await login({ email }, { password: own })).status).toBe(200);
}

describe("who confirms an address chooses the password", () => {
  it("in the place of the one that somebody registered with", async () => {
    const server = await mailServer();
    const email = freshEmail("grace");
    await expectOk(register(email, theirs));
    const link = await mailedToken(server, email, "verify");
    // None of these uses the link up.
    for (const given of [undefined, "short", "password123", email])
      expect(await verify(link, given)).toMatchObject(atPassword);
    expect((await login({ email }, { password: theirs })).status).toBe(401);
    const { token } = await expectOk(verify(await mailedToken(server, email, "verify"), own));
    expect(await viewOf(String(token))).toMatchObject({ emailVerified: true });
    await expectChosen(email);
    const { activity } = await expectOk(callAs(security.get, { token: String(token) }));
    expect(JSON.stringify(activity)).toContain('"email_confirmed"');
  });

  it("and needs none to register where the server sends mail, known address or not", async () => {
    const server = await mailServer();
    const [email, known] = [freshEmail("grace"), freshEmail("ada")];
    await expectOk(register(known));
    await confirmAddress(server, known);
    expect(await expectOk(register(email))).toEqual({ redirect: "/verify" });
    expect(await expectOk(register(known))).toEqual({ redirect: "/verify" });
    expect((await login({ email })).status).toBe(401);
    await confirmAddress(server, email, own);
    await expectChosen(email);
  });

  it("in the place of the one that the inviter chose at a copied link", async () => {
    const server = await mailServer();
    const ada = await newConfirmed(server, "ada");
    for (const chosen of [theirs, undefined]) {
      const email = freshEmail("grace");
      expect(await expectOk(accept(await invited(ada, email), { password: chosen }))).toEqual({ redirect: "/verify" });
      expect(await verify(await mailedToken(server, email, "verify"))).toMatchObject(atPassword);
      await confirmAddress(server, email, own);
      await expectChosen(email);
    }
  });

  it("so that a mailed invitation does not confirm an account that is signed in", async () => {
    const grace = await newPerson("Grace");
    const server = await mailServer();
    const ada = await newConfirmed(server, "ada");
    await invited(ada, grace.email);
    await expectOk(accept(await mailedToken(server, grace.email, "verify"), { as: grace }));
    expect(await viewOf(grace.token)).toMatchObject({ emailVerified: false });
  });
});

async function newConfirmed(server: Awaited<ReturnType<typeof mailServer>>, name: string) {
  const email = freshEmail(name);
  await expectOk(register(email));
  const token = await confirmAddress(server, email);
  const view = (await expectOk(callAs(accounts.get, { token }))) as {
    csrf: string;
    account: { _id: string; currentOrg: string; currentTeam: string };
  };
  const { _id: accountId, currentOrg: orgId, currentTeam: slug } = view.account;
  return { email, password: goodPassword, token, csrf: view.csrf, accountId, orgId, slug };
}

/** An account of before the server sent mail, with all that gives somebody a way into it. */
async function unconfirmed() {
  const grace = await newPerson("Grace");
  const { secret } = await newKey(grace);
  const { db } = await testDatabase();
  await turnOnTwoFactor(grace);
  await db
    .insert(accountLinks)
    .values({ provider: "github", subject: grace.accountId, accountId: grace.accountId, email: "x@example.test" });
  return { ...grace, secret };
}

describe("what was there before an address was confirmed", () => {
  it.each([
    ["the link that confirms it", "verify" as const],
    ["a link to a new password", "changepassword" as const],
  ])("ends with %s", async (_, page) => {
    const { secret, ...grace } = await unconfirmed();
    const { db } = await testDatabase();
    const server = await mailServer();
    await expectOk(
      callAs(security.changeEmail, { token: grace.token, body: { email: freshEmail("eve"), password: goodPassword } }),
    );
    expect([await statusOf(grace.token), await statusOf(secret)]).toEqual([200, 200]);
    expect((await login(grace)).status).toBe(401);
    await expectOk(callAs(accounts.requestChangePassword, { body: { email: grace.email } }));
    const link = await mailedToken(server, grace.email, page);
    const answer = await expectOk(
      page === "verify" ? verify(link, own) : reset(link, { keepKeys: true, keepLinks: true }),
    );
    expect([await statusOf(grace.token), await statusOf(secret)]).toEqual([401, 401]);
    const token = String(answer.token);
    expect(await viewOf(token)).toMatchObject({ emailVerified: true, twoFactor: false });
    expect(await expectOk(callAs(security.get, { token }))).toMatchObject({
      apiKeys: 0,
      links: [],
      pendingEmail: null,
    });
    expect(await db.$count(accountLinks, eq(accountLinks.accountId, grace.accountId))).toBe(0);
    expect((await login(grace, { password: own })).status).toBe(200);
    // Neither link leads in again.
    expect((await verify(await mailedToken(server, grace.email, "verify"), theirs)).status).toBe(400);
    expect((await reset(await mailedToken(server, grace.email, "changepassword"))).status).toBe(400);
    // Nor does one that a sign-in has asked for before, and that is made after.
    expect((await verify(await createMailToken(db, "verify", grace.accountId), theirs)).status).toBe(400);
  });

  it("is not made in the same moment", async () => {
    const people = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()]);
    const server = await mailServer();
    for (const { email, token } of people) {
      expect((await login({ email })).status).toBe(401);
      const link = await mailedToken(server, email, "verify");
      const body = { name: "Key", expirationDays: null, password: goodPassword };
      const [confirmed] = await Promise.all([
        expectOk(verify(link, own)),
        ...Array.from({ length: 4 }, () => callAs(apikeys.add, { token, body })),
      ]);
      const { keys } = await expectOk(callAs(apikeys.list, { token: String(confirmed?.token) }));
      expect(keys).toEqual([]);
    }
  });

  it("stays with a link that the person who runs a server without mail hands over, which confirms nothing", async () => {
    const grace = await newPerson("Grace");
    await turnOnTwoFactor(grace);
    const { db } = await testDatabase();
    expect(await expectOk(reset(await createMailToken(db, "reset", grace.accountId)))).toEqual({ redirect: "/login" });
    const [row] = await db.select().from(accountRows).where(eq(accountRows.id, grace.accountId));
    expect(row).toMatchObject({ emailVerified: false, twoFactorSince: expect.any(Date) });
    expect(await register(freshEmail())).toMatchObject(atPassword);
  });
});

it("a new address is confirmed only by who is signed in to the account that asked for it", async () => {
  const server = await mailServer();
  const [mallory, grace] = [await newConfirmed(server, "mallory"), await newConfirmed(server, "grace")];
  const email = freshEmail("other");
  await expectOk(callAs(security.changeEmail, { token: mallory.token, body: { email, password: goodPassword } }));
  await expectOk(verify(await mailedToken(server, mallory.email, "verify")));
  const link = await mailedToken(server, email, "verify");
  const back = encodeURIComponent(`/verify?token=${link}`);
  for (const given of [undefined, own])
    expect(await verify(link, given)).toMatchObject({ status: 401, body: { redirect: `/login?goto=${back}` } });
  const refused = await verify(link, undefined, grace);
  expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining(grace.email) } });
  expect(JSON.stringify(refused.body)).not.toContain(mallory.email);
  expect((await login({ email })).status).toBe(401);
  expect(await expectOk(verify(link, undefined, mallory))).toMatchObject({ emailChanged: true });
  expect((await login({ email })).status).toBe(200);
});
