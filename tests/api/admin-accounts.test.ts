import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { admin } from "@/lib/contract/admin/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { openSession } from "@/lib/server/access/accounts/open-session";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { entriesOf, rootToken } from "../support/administration";
import { callAs, expectOk, goodPassword, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { newAccount, tokenOf } from "../support/people";
import { unlimited } from "../support/unlimited";

unlimited();

describe("accounts", () => {
  const find = async (token: string, query: object) => {
    const answer = await expectOk(callAs(admin.accounts, { token, query: query as never }));
    return answer.accounts as Record<string, unknown>[];
  };
  const signIn = ({ email }: Person) => callAs(accounts.login, { body: { email, password: goodPassword } });

  it("are found by address, state and organization", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const [found] = await find(token, { q: ada.email });
    expect(found).toMatchObject({
      _id: ada.accountId,
      email: ada.email,
      emailVerified: false,
      root: false,
      orgs: 1,
      owns: 1,
      sessions: 1,
      dateClosed: null,
      lastSeen: expect.stringMatching(/Z$/),
    });
    expect((await find(token, { orgId: ada.orgId })).map(({ _id }) => _id)).toEqual([ada.accountId]);
    expect(await find(token, { q: ada.email, state: "closed" })).toEqual([]);
    expect(await find(token, { q: ada.email, state: "root" })).toEqual([]);
    expect(await find(token, { q: ada.email, state: "open" })).toHaveLength(1);
  });

  it("that their owners have deleted are not there", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const body = { email: ada.email, password: goodPassword };
    await expectOk(callAs(security.remove, { token: ada.token, body }));
    expect(await find(token, { q: `deleted:${ada.accountId}` })).toEqual([]);
    for (const call of [admin.endSessions, admin.close, admin.reopen])
      expect((await callAs(call, { token, params: { accountId: ada.accountId } })).status).toBe(404);
  });

  it("are signed out everywhere, which is noted where they are members", async () => {
    const ada = await newPerson();
    await expectOk(signIn(ada));
    const token = await rootToken();
    const params = { accountId: ada.accountId };
    expect(await callAs(admin.endSessions, { token, params })).toMatchObject({ status: 200, body: { ended: 2 } });
    expect((await callAs(accounts.get, { token: ada.token })).status).toBe(401);
    const again = String((await expectOk(signIn(ada))).token);
    expect((await entriesOf({ ...ada, token: again }))[0]).toMatchObject({
      action: "admin.endSessions",
      before: { sessions: 2 },
      after: { sessions: 0 },
    });
    expect((await callAs(admin.endSessions, { token, params: { accountId: "account_none" } })).status).toBe(404);
  });

  it("that are closed are out by every way in, until they are opened again", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const params = { accountId: ada.accountId };
    const { secret } = await newKey(ada, { permissions: [] });
    const whole = await newKey(ada);
    expect((await callAs(accounts.get, { token: secret })).status).toBe(200);
    await expectOk(callAs(admin.close, { token, params }));
    for (const held of [ada.token, secret, whole.secret])
      expect((await callAs(accounts.get, { token: held })).status).toBe(401);
    expect(await signIn(ada)).toMatchObject({
      status: 403,
      body: { error: "This account was closed by the server administrator. Ask them to reopen it." },
    });
    // Whoever does not know the password learns nothing of it.
    const wrong = await callAs(accounts.login, { body: { email: ada.email, password: "wrong password 1" } });
    expect(wrong).toMatchObject({ status: 401, body: { error: "The email address or password is incorrect." } });
    // Nor is it asked for a second step, and a mailed link leads nowhere.
    const { db } = await testDatabase();
    const own = eq(accountRows.id, ada.accountId);
    await db.update(accountRows).set({ twoFactorSince: new Date() }).where(own);
    expect(await signIn(ada)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    await db.update(accountRows).set({ twoFactorSince: null }).where(own);
    const body = { token: await createMailToken(db, "verify", ada.accountId), password: goodPassword };
    expect(await callAs(accounts.verify, { body })).toMatchObject({ status: 403, body: { code: "forbidden" } });
    // Nor does one in that was checked before the account was closed.
    const [row] = await db.select().from(accountRows).where(own);
    const ctx = { db, request: new Request("http://localhost:3000/") };
    const nothing = () => undefined;
    const opening = row && openSession({ ctx, setSession: nothing, setCookie: nothing }, row);
    await expect(opening).rejects.toThrow("This account was closed");
    // A session that some other way in would begin is nobody's.
    expect((await callAs(accounts.get, { token: await tokenOf(ada) })).status).toBe(401);
    expect((await find(token, { q: ada.email, state: "closed" }))[0]).toMatchObject({ sessions: 1 });
    await expectOk(callAs(admin.reopen, { token, params }));
    expect((await callAs(accounts.get, { token: ada.token })).status).toBe(401);
    expect((await signIn(ada)).status).toBe(200);
    expect((await callAs(accounts.get, { token: secret })).status).toBe(200);
  });

  it("are not closed by themselves", async () => {
    const root = await newAccount("Root", true);
    const params = { accountId: root.accountId };
    const own = await callAs(admin.close, { token: await tokenOf(root), params });
    expect(own).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});
