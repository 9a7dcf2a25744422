import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { accounts as table } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { newAccount, tokenOf } from "../support/people";
import { codeOf, login, turnOnTwoFactor } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();

const password = goodPassword;
const wrongCode = { status: 401, body: { code: "two_factor", issues: [{ path: "code" }] } };

describe("two-factor sign-in", () => {
  it("asks for a code once it is on, and takes each code once", async () => {
    const ada = await newPerson();
    const { secret, uri, recoveryCodes } = await turnOnTwoFactor(ada);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Muster:.*issuer=Muster/);
    expect(new Set(recoveryCodes).size).toBe(10);
    const asked = await login(ada);
    expect(asked).toMatchObject({ status: 401, body: { code: "two_factor" } });
    expect(asked.body).not.toHaveProperty("issues");
    expect(await login(ada, { code: "000000" })).toMatchObject(wrongCode);
    const code = codeOf(secret);
    expect([(await login(ada, { code })).status, (await login(ada, { code })).status]).toEqual([200, 401]);
  });

  it("takes one code for one sign-in when two come at the same moment", async () => {
    const ada = await newPerson();
    const { secret, recoveryCodes } = await turnOnTwoFactor(ada);
    for (const code of [codeOf(secret), String(recoveryCodes[0])]) {
      const both = await Promise.all([login(ada, { code }), login(ada, { code })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it("takes each code once under fifty tries at the same moment", async () => {
    const ada = await newPerson();
    const { secret, recoveryCodes } = await turnOnTwoFactor(ada);
    for (const code of [codeOf(secret), String(recoveryCodes[0])]) {
      const all = await Promise.all(Array.from({ length: 50 }, () => login(ada, { code })));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(all.filter(({ status }) => status === 401)).toHaveLength(49);
    }
    // All at once, five times each.
    const left = recoveryCodes.slice(1).flatMap((code) => Array.from({ length: 5 }, () => code));
    const all = await Promise.all(left.map((code) => login(ada, { code })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(await expectOk(callAs(security.get, { token: ada.token }))).toMatchObject({ twoFactor: { codesLeft: 0 } });
  });

  it("takes no code that is older or newer than half a minute", async () => {
    const ada = await newPerson();
    const { secret } = await turnOnTwoFactor(ada);
    for (const later of [-3, 3]) expect(await login(ada, { code: codeOf(secret, later) })).toMatchObject(wrongCode);
    // A clock that is fast: what it shows is taken, and nothing older from then on.
    expect((await login(ada, { code: codeOf(secret, 1) })).status).toBe(200);
    expect(await login(ada, { code: codeOf(secret) })).toMatchObject(wrongCode);
  });

  it("says nothing of the second step before the password is right", async () => {
    const ada = await newPerson();
    const { secret } = await turnOnTwoFactor(ada);
    const code = codeOf(secret);
    const wrong = await login(ada, { password: "another fine password", code });
    expect(wrong).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect((await login(ada, { code })).status).toBe(200);
  });

  it("takes each recovery code once, however it is typed, and tells how many are left", async () => {
    const ada = await newPerson();
    const { recoveryCodes } = await turnOnTwoFactor(ada);
    const code = String(recoveryCodes[3]).toUpperCase().replace("-", " ");
    expect([(await login(ada, { code })).status, (await login(ada, { code })).status]).toEqual([200, 401]);
    const view = await expectOk(callAs(security.get, { token: ada.token }));
    expect(view).toMatchObject({ twoFactor: { codesLeft: 9 } });
    expect(JSON.stringify(view.activity)).toContain('"recovery_code_used","detail":"9"');
    const proof = { password, code: String(recoveryCodes[5]) };
    const renewed = await expectOk(callAs(security.renewCodes, { token: ada.token, body: proof }));
    expect((await login(ada, { code: String(recoveryCodes[4]) })).status).toBe(401);
    expect((await login(ada, { code: String((renewed.recoveryCodes as string[])[0]) })).status).toBe(200);
  });

  it("is not turned off and gets no new recovery codes by the password alone", async () => {
    const ada = await newPerson();
    const off = { token: ada.token, body: { password } };
    for (const call of [security.turnOffTwoFactor, security.renewCodes])
      expect(await callAs(call, off)).toMatchObject({ status: 409 });
    const { secret, recoveryCodes } = await turnOnTwoFactor(ada);
    const refused = { status: 400, body: { issues: [{ path: "code" }] } };
    for (const call of [security.turnOffTwoFactor, security.renewCodes])
      for (const code of [undefined, " ", "000000", codeOf(secret, -3), "aaaaa-aaaaa"])
        expect(await callAs(call, { token: ada.token, body: { password, code } })).toMatchObject(refused);
    expect((await login(ada)).status).toBe(401);
    const code = codeOf(secret);
    await expectOk(callAs(security.renewCodes, { token: ada.token, body: { password, code } }));
    // Used, and what was a recovery code is one no more.
    for (const spent of [code, String(recoveryCodes[0])])
      expect(
        await callAs(security.turnOffTwoFactor, { token: ada.token, body: { password, code: spent } }),
      ).toMatchObject(refused);
    await expectOk(
      callAs(security.turnOffTwoFactor, { token: ada.token, body: { password, code: codeOf(secret, 1) } }),
    );
    expect((await login(ada)).status).toBe(200);
  });

  it("needs the password to begin, to end and for new codes, and a code to be turned on", async () => {
    const ada = await newPerson();
    const refused = { status: 400, body: { issues: [{ path: "password" }] } };
    for (const body of [{}, { password: "another fine password" }]) {
      expect(await callAs(security.beginTwoFactor, { token: ada.token, body })).toMatchObject(refused);
      expect(await callAs(security.turnOffTwoFactor, { token: ada.token, body })).toMatchObject(refused);
      expect(await callAs(security.renewCodes, { token: ada.token, body })).toMatchObject(refused);
    }
    await expectOk(callAs(security.beginTwoFactor, { token: ada.token, body: { password } }));
    const wrong = await callAs(security.turnOnTwoFactor, { token: ada.token, body: { code: "000000" } });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "code" }] } });
    // Begun, but not on.
    expect((await login(ada)).status).toBe(200);
  });

  it("is begun and turned on once: neither takes the place of what is on", async () => {
    const ada = await newPerson();
    const { secret, recoveryCodes } = await turnOnTwoFactor(ada);
    expect((await callAs(security.beginTwoFactor, { token: ada.token, body: { password } })).status).toBe(409);
    const again = await callAs(security.turnOnTwoFactor, { token: ada.token, body: { code: codeOf(secret) } });
    expect(again.status).toBe(409);
    expect((await login(ada, { code: String(recoveryCodes[0]) })).status).toBe(200);
    expect((await login(ada, { code: codeOf(secret) })).status).toBe(200);
  });

  it("ends other sessions when it is turned on, and asks no more once it is off", async () => {
    const ada = await newPerson();
    const other = await expectOk(login(ada));
    const { recoveryCodes } = await turnOnTwoFactor(ada);
    expect((await callAs(accounts.get, { token: String(other.token) })).status).toBe(401);
    const view = await expectOk(callAs(accounts.get, { token: ada.token }));
    expect(view).toMatchObject({ account: { twoFactor: true } });
    const proof = { password, code: recoveryCodes[0] };
    await expectOk(callAs(security.turnOffTwoFactor, { token: ada.token, body: proof }));
    expect((await login(ada)).status).toBe(200);
  });

  it("lets nobody past by a mailed link alone", async () => {
    const { db } = await testDatabase();
    const ada = await newPerson();
    const { secret } = await turnOnTwoFactor(ada);
    const reset = await createMailToken(db, "reset", ada.accountId);
    const chosen = "a whole new phrase 7";
    const answer = await expectOk(callAs(accounts.changePassword, { body: { token: reset, password: chosen } }));
    expect(answer).toEqual({ redirect: "/login" });
    expect((await login(ada, { password: chosen })).status).toBe(401);
    expect((await login(ada, { password: chosen, code: codeOf(secret) })).status).toBe(200);
  });

  it("stores neither the secret nor the codes in clear", async () => {
    const { db } = await testDatabase();
    const ada = await newPerson();
    const { secret, recoveryCodes } = await turnOnTwoFactor(ada);
    const [row] = await db.select().from(table).where(eq(table.id, ada.accountId));
    const stored = JSON.stringify(row);
    for (const value of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))])
      expect(stored).not.toContain(value);
  });

  it("is there for accounts without a password, who have signed in lately", async () => {
    const { db } = await testDatabase();
    const grace = await newAccount();
    const token = await tokenOf(grace);
    expect((await callAs(security.beginTwoFactor, { token, body: {} })).status).toBe(200);
    await db.execute(
      `update tokens set date_created = now() - interval '11 minutes' where account_id = '${grace.accountId}'`,
    );
    expect((await callAs(security.beginTwoFactor, { token, body: {} })).status).toBe(403);
  });
});
