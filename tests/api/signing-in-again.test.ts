import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { sessionCookie } from "@/lib/server/access/auth/principal";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { freshEmail, invited } from "../support/members";
import { changeToken, csrfOf } from "../support/people";
import { cookieIn, login } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();

const own = "http://localhost:3000";
const another = "a whole new phrase 7";
const alive = async (token: string) => (await callAs(accounts.get, { token })).status;
const cookieOf = (token: string) => `${sessionCookie}=${token}`;

const past = new Date(Date.now() - 1_000);
/** Session cookies that a browser may still have, and whether their session has ended. */
const cookies: [string, boolean, (person: Person) => Promise<string>][] = [
  ["of a session that is not this page's any more", false, async ({ token }) => token],
  [
    "of a session that was signed out",
    true,
    async (ada) => {
      await expectOk(callAs(accounts.logout, { token: ada.token, body: { _csrf: ada.csrf } }));
      return ada.token;
    },
  ],
  ["of a session that has expired", true, ({ token }) => changeToken(token, { expires: past })],
  ["of a session that was not used for weeks", true, ({ token }) => changeToken(token, { lastUsed: new Date(0) })],
  ["of no session at all", true, async () => "ms_unknown"],
];

/** What anyone may ask for who is not signed in. */
const calls: [string, Endpoint, (person: Person) => Promise<object>][] = [
  ["sign in", accounts.login, async ({ email }) => ({ email, password: goodPassword })],
  ["register", accounts.register, async () => ({ name: "Bob", email: freshEmail(), password: goodPassword })],
  [
    "register with an invite",
    accounts.register,
    async () => {
      const email = freshEmail();
      return { name: "Bob", email, password: goodPassword, inviteToken: await invited(await newPerson(), email) };
    },
  ],
  ["ask for a new password", accounts.requestChangePassword, async ({ email }) => ({ email })],
  [
    "choose a new password",
    accounts.changePassword,
    async ({ accountId }) => {
      const token = await createMailToken((await testDatabase()).db, "reset", accountId);
      return { token, password: another };
    },
  ],
];

describe.each(calls)("somebody who wants to %s", (_, endpoint, bodyOf) => {
  it.each(cookies)("may have a cookie %s", async (_which, ended, tokenOf) => {
    const ada = await newPerson();
    const body = await bodyOf(ada);
    const headers = { cookie: cookieOf(await tokenOf(ada)), origin: own };
    const { response, body: answer } = await callAs(endpoint, { body: { ...body }, headers });
    expect([response.status, answer]).toEqual([200, expect.anything()]);
    const set = cookieIn(response, sessionCookie);
    if ("token" in answer) expect(set).toBe(cookieOf(String((answer as { token: string }).token)));
    // A cookie of nothing is taken away; one of a session that goes on stays.
    else expect(set).toBe(ended ? cookieOf("") : undefined);
  });
});

describe("signing in again", () => {
  it.each<[string, (token: string) => object]>([
    ["cookie", (token) => ({ headers: { cookie: cookieOf(token) } })],
    ["cookie of our page", (token) => ({ headers: { cookie: cookieOf(token), origin: own } })],
    ["bearer", (token) => ({ token })],
  ])("ends the session that it replaces, by its %s, and no other", async (_, sent) => {
    const ada = await newPerson();
    const elsewhere = String((await expectOk(login(ada))).token);
    const body = { email: ada.email, password: goodPassword };
    const { token } = await expectOk(callAs(accounts.login, { body, ...sent(ada.token) }));
    expect([await alive(ada.token), await alive(elsewhere), await alive(String(token))]).toEqual([401, 200, 200]);
  });

  it("ends the session of whoever was signed in before in that browser", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    await expectOk(login(bob, { cookie: cookieOf(ada.token) }));
    expect(await alive(ada.token)).toBe(401);
  });

  it("ends nothing while it fails", async () => {
    const ada = await newPerson();
    expect((await login(ada, { password: another, cookie: cookieOf(ada.token) })).status).toBe(401);
    expect(await alive(ada.token)).toBe(200);
  });

  it("is nobody's to accept an invite by a cookie alone", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const body = { token: await invited(ada, bob.email) };
    const headers = { cookie: cookieOf(bob.token), origin: own };
    expect((await callAs(accounts.verify, { body, headers })).status).toBe(401);
    const proven = { ...headers, "x-csrf-token": await csrfOf(bob.token) };
    expect((await callAs(accounts.verify, { body, headers: proven })).status).toBe(200);
  });
});
