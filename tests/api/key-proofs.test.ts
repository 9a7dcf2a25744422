import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { mailServer } from "../support/mail-server";
import { mailsTo } from "../support/mailed";
import { changeToken, newAccount, tokenOf } from "../support/people";
import { unlimited } from "../support/unlimited";

unlimited();

const another = "a whole new phrase 7";
const form = { name: "Nightly job", expirationDays: 30 };
const add = (token: string, given: object = {}) => callAs(apikeys.add, { token, body: { ...form, ...given } });
const rotate = (token: string, keyId: string, body: object = {}) =>
  callAs(apikeys.increment, { token, params: { keyId }, body });
const works = async ({ secret }: { secret: string }) => (await callAs(accounts.get, { token: secret })).status === 200;
const securityOf = async (token: string) =>
  (await expectOk(callAs(security.get, { token }))) as unknown as {
    apiKeys: number;
    activity: { kind: string; detail: string | null }[];
  };
const newest = async (token: string) => (await securityOf(token)).activity[0];

describe("making an API key and giving it a new secret", () => {
  it("asks for the password", async () => {
    const ada = await newPerson();
    const key = await newKey(ada);
    for (const given of [{}, { password: "" }, { password: another }]) {
      const refused = { status: 400, body: { issues: [{ path: "password" }] } };
      expect(await add(ada.token, given)).toMatchObject(refused);
      expect(await rotate(ada.token, key.id, given)).toMatchObject(refused);
    }
    expect([(await securityOf(ada.token)).apiKeys, await works(key)]).toEqual([1, true]);
    await expectOk(add(ada.token, { password: goodPassword }));
    await expectOk(rotate(ada.token, key.id, { password: goodPassword }));
    expect([(await securityOf(ada.token)).apiKeys, await works(key)]).toEqual([2, false]);
  });

  it("asks an account without a password for a sign-in of the last ten minutes", async () => {
    const grace = await newAccount();
    const token = await tokenOf(grace);
    const { key } = (await expectOk(add(token))) as { key: { _id: string } };
    await expectOk(rotate(token, key._id));
    await changeToken(token, { dateCreated: new Date(Date.now() - 11 * 60_000) });
    for (const given of [{}, { password: goodPassword }]) {
      expect((await add(token, given)).status).toBe(403);
      expect((await rotate(token, key._id, given)).status).toBe(403);
    }
    expect((await securityOf(token)).apiKeys).toBe(1);
  });

  it("is told by a mail, a notification and in the account's activity", async () => {
    const ada = await newPerson();
    const server = await mailServer();
    const name = "Report https://evil.example.test/x";
    const { key } = (await expectOk(add(ada.token, { name, password: goodPassword }))) as { key: { _id: string } };
    expect(await newest(ada.token)).toMatchObject({ kind: "key_created", detail: name });
    await expectOk(rotate(ada.token, key._id, { password: goodPassword }));
    expect(await newest(ada.token)).toMatchObject({ kind: "key_rotated", detail: name });
    const mails = await mailsTo(server, ada.email);
    expect(mails).toHaveLength(2);
    for (const [i, title] of ["API key created", "API key rotated"].entries()) {
      expect(mails[i]).toContain(`Subject: ${title} on Muster`);
      expect(mails[i]).not.toContain("evil.example.test");
    }
    const { notifications } = await expectOk(callAs(accounts.get, { token: ada.token }));
    expect((notifications as { title: string }[]).map(({ title }) => title)).toEqual([
      "API key rotated",
      "API key created",
    ]);
  });
});

async function withKeys() {
  const ada = await newPerson();
  return { ada, keys: [await newKey(ada), await newKey(ada)], stranger: await newKey(await newPerson("Mallory")) };
}
type Keyed = Awaited<ReturnType<typeof withKeys>>;
const working = ({ keys, stranger }: Keyed) => Promise.all([...keys, stranger].map(works));

const ways: [string, (keyed: Keyed, body: object) => Promise<unknown>, kept: object, ended: object][] = [
  [
    "signing out all other sessions",
    ({ ada }, body) => expectOk(callAs(security.endOthers, { token: ada.token, body })),
    {},
    { revokeKeys: true },
  ],
  [
    "changing the password",
    ({ ada }, given) => {
      const body = { current: goodPassword, password: another, ...given };
      return expectOk(callAs(accounts.changePassword, { token: ada.token, body }));
    },
    {},
    { revokeKeys: true },
  ],
  [
    "a reset by mail",
    async ({ ada }, given) => {
      const { db } = await testDatabase();
      await db.update(accountRows).set({ emailVerified: true }).where(eq(accountRows.id, ada.accountId));
      const body = { token: await createMailToken(db, "reset", ada.accountId), password: another, ...given };
      ada.token = String((await expectOk(callAs(accounts.changePassword, { body }))).token);
    },
    { keepKeys: true },
    {},
  ],
];

describe.each(ways)("%s", (_, act, kept, ended) => {
  it("keeps API keys, or revokes all of the account's, as the person chooses", async () => {
    const keyed = await withKeys();
    await act(keyed, kept);
    expect(await working(keyed)).toEqual([true, true, true]);
    const other = await withKeys();
    await act(other, ended);
    expect(await working(other)).toEqual([false, false, true]);
    const { apiKeys, activity } = await securityOf(other.ada.token);
    expect(apiKeys).toBe(0);
    expect(activity).toContainEqual(expect.objectContaining({ kind: "keys_revoked", detail: "2" }));
  });
});

it("a session that is ended in the same moment makes no key that outlives it", async () => {
  for (let round = 0; round < 3; round += 1) {
    const ada = await newPerson();
    const thief = await tokenOf(ada);
    await Promise.all([
      ...Array.from({ length: 4 }, () => add(thief, { password: goodPassword })),
      expectOk(callAs(security.endOthers, { token: ada.token, body: { revokeKeys: true } })),
    ]);
    expect((await securityOf(ada.token)).apiKeys).toBe(0);
  }
});
