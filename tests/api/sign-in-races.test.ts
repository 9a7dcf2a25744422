import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { oauth } from "@/lib/contract/oauth/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { createTicket } from "@/lib/server/access/accounts/oauth/oauth-flow";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { accounts as table, tokens } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { after } from "../support/hash-hooks";
import { newKey } from "../support/keys";
import { codeOf, login, turnOnTwoFactor } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();

vi.mock("@node-rs/argon2", async (original) => {
  const { withHooks } = await import("../support/hash-hooks");
  return withHooks(await original<typeof import("@node-rs/argon2")>());
});

const password = goodPassword;
const alive = async (token: unknown) => (await callAs(accounts.get, { token: String(token) })).status;

async function liveSessions({ accountId }: Person): Promise<number> {
  const { db } = await testDatabase();
  return db.$count(tokens, and(eq(tokens.accountId, accountId), eq(tokens.purpose, "session")));
}

describe("a sign-in that is under way", () => {
  it("ends with nothing when the password is changed meanwhile", async () => {
    const ada = await newPerson();
    after.verify = () =>
      expectOk(
        callAs(accounts.changePassword, { token: ada.token, body: { current: password, password: "a new phrase 77" } }),
      );
    expect((await login(ada)).status).toBe(401);
    expect([await liveSessions(ada), await alive(ada.token)]).toEqual([1, 200]);
    expect((await login(ada, { password: "a new phrase 77" })).status).toBe(200);
  });

  it("ends with nothing when a second step is turned on meanwhile", async () => {
    const ada = await newPerson();
    after.verify = () => turnOnTwoFactor(ada);
    expect((await login(ada)).status).toBe(401);
    expect(await liveSessions(ada)).toBe(1);
  });

  it("ends with nothing when the account is deleted meanwhile", async () => {
    const ada = await newPerson();
    after.verify = () => expectOk(callAs(security.remove, { token: ada.token, body: { email: ada.email, password } }));
    expect((await login(ada)).status).toBe(404);
    expect(await liveSessions(ada)).toBe(0);
  });
});

describe("an account that is deleted", () => {
  it("is nobody, whatever session or key would be left of it", async () => {
    const ada = await newPerson();
    const held = [ada.token, (await newKey(ada)).secret];
    for (const token of held) expect(await alive(token)).toBe(200);
    const { db } = await testDatabase();
    await db.update(table).set({ dateDeleted: new Date() }).where(eq(table.id, ada.accountId));
    for (const token of held) expect(await alive(token)).toBe(401);
  });
});

describe("a sign-in elsewhere that waits for its second step", () => {
  it("is over with a new password, and with a sign-out everywhere", async () => {
    const ada = await newPerson();
    const { secret } = await turnOnTwoFactor(ada);
    const { db } = await testDatabase();
    const ticket = await createTicket(db, ada.accountId, undefined);
    await expectOk(
      callAs(accounts.changePassword, { token: ada.token, body: { current: password, password: "a new phrase 77" } }),
    );
    expect((await callAs(oauth.finish, { body: { ticket, code: codeOf(secret) } })).status).toBe(400);
  });

  it("is a ticket of its own, and over with its time", async () => {
    const ada = await newPerson();
    const { secret } = await turnOnTwoFactor(ada);
    const { db } = await testDatabase();
    const finish = (ticket: string) => callAs(oauth.finish, { body: { ticket, code: codeOf(secret) } });
    for (const token of [ada.token, await createMailToken(db, "reset", ada.accountId)])
      expect((await finish(token)).status).toBe(400);
    const late = await createTicket(db, ada.accountId, undefined);
    await db
      .update(tokens)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(tokens.hash, hashToken(late)));
    expect((await finish(late)).status).toBe(400);
    expect((await finish(await createTicket(db, ada.accountId, undefined))).status).toBe(200);
  });

  it("opens one session, however many finish it at once", async () => {
    const ada = await newPerson();
    const { recoveryCodes } = await turnOnTwoFactor(ada);
    const { db } = await testDatabase();
    const ticket = await createTicket(db, ada.accountId, undefined);
    const all = await Promise.all(recoveryCodes.map((code) => callAs(oauth.finish, { body: { ticket, code } })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await liveSessions(ada)).toBe(2);
    expect((await db.select().from(table).where(eq(table.id, ada.accountId)))[0]?.recoveryCodes.length).toBeLessThan(
      10,
    );
  });
});
