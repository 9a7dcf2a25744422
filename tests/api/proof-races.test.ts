import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { oauth } from "@/lib/contract/oauth/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { accounts as table, tokens } from "@/lib/server/platform/db/tables/accounts";
import { apiKeys } from "@/lib/server/platform/db/tables/api-keys";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, goodPassword, newPerson, type Person, type Reply } from "../support/client";
import { testDatabase } from "../support/database";
import { after } from "../support/hash-hooks";
import { newKey } from "../support/keys";
import { newAccount, tokenOf } from "../support/people";
import { gatedLock } from "../support/rights/gates";
import { codeOf, login, turnOnTwoFactor } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();
vi.mock("@node-rs/argon2", async (original) => {
  const { withHooks } = await import("../support/hash-hooks");
  return withHooks(await original<typeof import("@node-rs/argon2")>());
});

const github = { GITHUB_CLIENT_ID: "muster", GITHUB_CLIENT_SECRET: "a secret of the test" };
beforeAll(() => {
  Object.assign(process.env, github);
  forgetEnv();
});
afterAll(() => {
  for (const name of Object.keys(github)) delete process.env[name];
  forgetEnv();
});

const password = goodPassword;
const theirs = "what a thief would choose 1";
const own = "a phrase of the owner 2";

/** All that the changes below would change. */
async function stateOf({ accountId }: Pick<Person, "accountId">) {
  const { db } = await testDatabase();
  const linking = and(eq(tokens.accountId, accountId), eq(tokens.purpose, "oauth"));
  return {
    account: await db.select().from(table).where(eq(table.id, accountId)),
    keys: await db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId)).orderBy(asc(apiKeys.id)),
    linking: await db.$count(tokens, linking),
  };
}

async function reset({ accountId }: Pick<Person, "accountId">): Promise<void> {
  const { db } = await testDatabase();
  const body = { token: await createMailToken(db, "reset", accountId), password: own, keepKeys: true };
  await expectOk(callAs(accounts.changePassword, { body }));
}

const changeInSession = ({ token }: Pick<Person, "token">) =>
  expectOk(callAs(accounts.changePassword, { token, body: { current: password, password: own } }));

interface Caller extends Person {
  keyId: string;
  /** Of the authenticator app, where two-factor sign-in is on. */
  code: string;
}

const changes: [string, { twoFactor: boolean }, (caller: Caller) => Promise<Reply>][] = [
  [
    "another password",
    { twoFactor: false },
    ({ token }) => callAs(accounts.changePassword, { token, body: { current: password, password: theirs } }),
  ],
  [
    "another e-mail address",
    { twoFactor: false },
    ({ token, accountId }) =>
      callAs(security.changeEmail, { token, body: { email: `${accountId}@thief.test`, password } }),
  ],
  [
    "a set-up of two-factor sign-in",
    { twoFactor: false },
    ({ token }) => callAs(security.beginTwoFactor, { token, body: { password } }),
  ],
  [
    "turning two-factor sign-in off",
    { twoFactor: true },
    ({ token, code }) => callAs(security.turnOffTwoFactor, { token, body: { password, code } }),
  ],
  [
    "new recovery codes",
    { twoFactor: true },
    ({ token, code }) => callAs(security.renewCodes, { token, body: { password, code } }),
  ],
  [
    "linking a sign-in elsewhere",
    { twoFactor: false },
    ({ token }) => callAs(oauth.start, { token, body: { provider: "github", link: true, password } }),
  ],
  [
    "a new API key",
    { twoFactor: false },
    ({ token }) => callAs(apikeys.add, { token, body: { name: "Key", expirationDays: null, password } }),
  ],
  [
    "a new secret of an API key",
    { twoFactor: false },
    ({ token, keyId }) => callAs(apikeys.increment, { token, params: { keyId }, body: { password } }),
  ],
  [
    "the account's deletion",
    { twoFactor: false },
    ({ token, email }) => callAs(security.remove, { token, body: { email, password } }),
  ],
];

describe.each(changes)("%s is refused", (_, { twoFactor }, change) => {
  it.each([
    ["the owner resets the password by mail", reset, 401],
    ["the password is changed in the same session", changeInSession, 409],
  ])("when %s after the proof was checked", async (_meanwhile, act, refused) => {
    const ada = await newPerson();
    const { id: keyId } = await newKey(ada);
    const code = twoFactor ? codeOf((await turnOnTwoFactor(ada)).secret) : "";
    let state: unknown;
    after.verify = async () => {
      await act(ada);
      state = await stateOf(ada);
    };
    expect((await change({ ...ada, keyId, code })).status).toBe(refused);
    expect(state).toBeDefined();
    expect(await stateOf(ada)).toEqual(state);
  });
});

it("a first password is not set over one that the owner has chosen by mail in the meantime", async () => {
  const grace = await newAccount();
  const token = await tokenOf(grace);
  after.hash = () => reset(grace);
  expect((await callAs(security.setPassword, { token, body: { password: theirs } })).status).toBe(401);
  expect([(await login(grace, { password: theirs })).status, (await login(grace, { password: own })).status]).toEqual([
    401, 200,
  ]);
});

it("two-factor sign-in is not turned on when the session and the password end before it is written", async () => {
  const ada = await newPerson();
  const { token, accountId } = ada;
  const { secret } = await expectOk(callAs(security.beginTwoFactor, { token, body: { password } }));
  const gate = await gatedLock(
    "with ended as (delete from tokens where account_id = $1) update accounts set password_hash = 'other' where id = $1",
    [accountId],
  );
  const turningOn = callAs(security.turnOnTwoFactor, { token, body: { code: codeOf(String(secret)) } });
  await Promise.race([gate.reached, turningOn]);
  gate.release();
  expect((await turningOn).status).toBe(401);
  expect((await stateOf(ada)).account[0]?.twoFactorSince).toBeNull();
});

it("a password is not changed to itself, in any of its spellings", async () => {
  const ada = await newPerson();
  const spellings = [password, password.replace("a", "\uFF41")];
  expect(new Set(spellings).size).toBe(2);
  const state = await stateOf(ada);
  for (const same of spellings)
    expect(
      await callAs(accounts.changePassword, { token: ada.token, body: { current: password, password: same } }),
    ).toMatchObject({
      status: 400,
      body: { issues: [{ path: "password", message: expect.stringContaining("current password") }] },
    });
  expect(await stateOf(ada)).toEqual(state);
});
