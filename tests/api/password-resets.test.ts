import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { accountLinks, emailChanges } from "@/lib/server/platform/db/tables/account-events";
import { accounts as table, tokens } from "@/lib/server/platform/db/tables/accounts";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { tokenOf } from "../support/people";
import { gatedLock } from "../support/rights/gates";
import { codeOf, login, turnOnTwoFactor } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();

const own = "a phrase of the owner 2";
const reset = (token: string, given: object = {}) =>
  callAs(accounts.changePassword, { body: { token, password: own, ...given } });
const viewOf = (token: unknown) => expectOk(callAs(security.get, { token: String(token) }));

/** Somebody whose address is confirmed, who signs in with GitHub too and has asked for another address. */
async function confirmed(): Promise<Person> {
  const ada = await newPerson();
  const { accountId, email } = ada;
  const { db } = await testDatabase();
  await db.update(table).set({ emailVerified: true }).where(eq(table.id, accountId));
  await db.insert(accountLinks).values({ provider: "github", subject: accountId, accountId, email });
  await db.insert(emailChanges).values({
    accountId,
    email: `${accountId}@thief.test`,
    newHash: hashToken(`me_${accountId}`),
    oldHash: hashToken(`mo_${accountId}`),
    expires: new Date(Date.now() + 3_600_000),
  });
  return ada;
}

async function resetLink({ accountId }: Person): Promise<string> {
  const { db } = await testDatabase();
  return createMailToken(db, "reset", accountId);
}

describe("a mailed link to a new password", () => {
  it.each<[string, (ada: Person) => Promise<unknown>]>([
    [
      "a change by the current password",
      ({ token }) =>
        expectOk(
          callAs(accounts.changePassword, { token, body: { current: goodPassword, password: "a thief's phrase 3" } }),
        ),
    ],
    ["a sign-out of all other sessions", ({ token }) => expectOk(callAs(security.endOthers, { token, body: {} }))],
  ])("outlives %s", async (_, act) => {
    const ada = await confirmed();
    const link = await resetLink(ada);
    await act(ada);
    await expectOk(reset(link));
    expect((await login(ada, { password: own })).status).toBe(200);
  });

  it("uses up every earlier one", async () => {
    const ada = await confirmed();
    const { db } = await testDatabase();
    const earlier = `mr_${ada.accountId}`;
    await db.insert(tokens).values({
      id: newId("token"),
      hash: hashToken(earlier),
      purpose: "reset",
      accountId: ada.accountId,
      expires: new Date(Date.now() + 3_600_000),
    });
    const link = `mr_${ada.accountId}_later`;
    await db.insert(tokens).values({
      id: newId("token"),
      hash: hashToken(link),
      purpose: "reset",
      accountId: ada.accountId,
      expires: new Date(Date.now() + 3_600_000),
    });
    await expectOk(reset(link));
    expect((await reset(earlier)).status).toBe(400);
  });

  it("ends linked sign-ins unless they are kept, and a pending change of the address", async () => {
    for (const keepLinks of [false, true]) {
      const ada = await confirmed();
      expect(await viewOf(ada.token)).toMatchObject({ links: [{}], pendingEmail: {} });
      const { token } = await expectOk(reset(await resetLink(ada), { keepLinks }));
      const view = await viewOf(token);
      expect(view).toMatchObject({ links: keepLinks ? [{ provider: "github" }] : [], pendingEmail: null });
      const kinds = (view.activity as { kind: string }[]).map(({ kind }) => kind);
      expect(kinds).toContain("email_stopped");
      expect(kinds.includes("unlinked")).toBe(!keepLinks);
    }
  });

  it("ends a set-up of two-factor sign-in that was not finished, and keeps one that is on", async () => {
    const [ada, grace] = [await confirmed(), await confirmed()];
    const body = { password: goodPassword };
    const { secret } = await expectOk(callAs(security.beginTwoFactor, { token: ada.token, body }));
    const { token } = await expectOk(reset(await resetLink(ada)));
    const code = codeOf(String(secret));
    expect((await callAs(security.turnOnTwoFactor, { token: String(token), body: { code } })).status).toBe(409);
    const on = await turnOnTwoFactor(grace);
    expect(await expectOk(reset(await resetLink(grace)))).toEqual({ redirect: "/login" });
    expect((await login(grace, { password: own, code: codeOf(on.secret) })).status).toBe(200);
  });
});

it("a set-up of two-factor sign-in ends with a change of the password", async () => {
  const ada = await newPerson();
  const { token } = ada;
  const { secret } = await expectOk(callAs(security.beginTwoFactor, { token, body: { password: goodPassword } }));
  await expectOk(callAs(accounts.changePassword, { token, body: { current: goodPassword, password: own } }));
  const code = codeOf(String(secret));
  expect((await callAs(security.turnOnTwoFactor, { token, body: { code } })).status).toBe(409);
});

describe("the account is locked first, so that no two changes wait for each other", () => {
  const ofAccount = ["tokens", "api_keys", "email_changes", "account_links"];

  it.each<[string, (ada: Person) => Promise<() => Promise<{ status: number }>>]>([
    ["a reset by mail", async (ada) => reset.bind(null, await resetLink(ada))],
    [
      "a link that confirms a new address",
      async ({ accountId }) =>
        () =>
          callAs(accounts.verify, { body: { token: `mo_${accountId}` } }),
    ],
    [
      "stopping a change of the address",
      async ({ token }) =>
        () =>
          callAs(security.cancelEmail, { token, body: {} }),
    ],
    [
      "signing out other sessions",
      async (ada) => {
        await tokenOf(ada);
        return () => callAs(security.endOthers, { token: ada.token, body: { revokeKeys: true } });
      },
    ],
    [
      "a new secret of an API key",
      async (ada) => {
        const { id: keyId } = await newKey(ada);
        return () =>
          callAs(apikeys.increment, { token: ada.token, params: { keyId }, body: { password: goodPassword } });
      },
    ],
  ])("in %s", async (_, prepare) => {
    const ada = await confirmed();
    const change = await prepare(ada);
    const { pool } = await testDatabase();
    const gate = await gatedLock("select from accounts where id = $1 for update", [ada.accountId]);
    const changing = change();
    await Promise.race([gate.reached, changing]);
    const free: unknown[] = [];
    for (const rows of ofAccount) {
      const all = await pool.query(`select 1 from ${rows} where account_id = $1`, [ada.accountId]);
      const unlocked = await pool.query(`select 1 from ${rows} where account_id = $1 for update skip locked`, [
        ada.accountId,
      ]);
      free.push([rows, all.rowCount === unlocked.rowCount]);
    }
    gate.release();
    expect((await changing).status).toBe(200);
    expect(free).toEqual(ofAccount.map((rows) => [rows, true]));
  });
});
