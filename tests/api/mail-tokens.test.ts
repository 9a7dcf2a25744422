import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { createMailToken, type MailPurpose } from "@/lib/server/access/accounts/mail-tokens";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { tokens } from "@/lib/server/platform/db/tables/accounts";
import { callAs, newPerson } from "../support/client";
import { testDatabase } from "../support/database";

const password = "another fine password 7";
const reset = async (token: string) => (await callAs(accounts.changePassword, { body: { token, password } })).status;

/** A link as it was mailed, and whose. */
async function link(purpose: MailPurpose = "reset") {
  const { db } = await testDatabase();
  const ada = await newPerson();
  return { db, ada, token: await createMailToken(db, purpose, ada.accountId) };
}

it("a mailed link works once and ends every session", async () => {
  const { ada, token } = await link();
  expect((await callAs(accounts.get, { token: ada.token })).status).toBe(200);
  expect([await reset(token), await reset(token)]).toEqual([200, 400]);
  expect((await callAs(accounts.get, { token: ada.token })).status).toBe(401);
  expect((await callAs(accounts.login, { body: { email: ada.email, password } })).status).toBe(200);
});

it("a mailed link expires", async () => {
  const { db, token } = await link();
  await db
    .update(tokens)
    .set({ expires: new Date(Date.now() - 1_000) })
    .where(eq(tokens.hash, hashToken(token)));
  expect(await reset(token)).toBe(400);
});

it("a mailed link serves its purpose alone", async () => {
  const { ada, token } = await link("verify");
  expect(await reset(token)).toBe(400);
  expect(await reset(ada.token)).toBe(400);
  expect((await callAs(accounts.verify, { body: { token, password } })).status).toBe(200);
});

it("of two mailed links the newer one works", async () => {
  const { db, ada, token } = await link();
  const newer = await createMailToken(db, "reset", ada.accountId);
  expect([await reset(token), await reset(newer)]).toEqual([400, 200]);
});
