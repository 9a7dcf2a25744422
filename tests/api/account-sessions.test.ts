import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import { callAs, expectOk, newPerson, type Person, registeredPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { from, login } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

interface Row {
  _id: string;
  device: { name: string; kind: string };
  address: string | null;
  current: boolean;
}
const sessionsOf = async (token: string) => (await expectOk(callAs(security.get, { token }))).sessions as Row[];
const alive = async (token: string) => (await callAs(accounts.get, { token })).status;

async function signedInTwice(): Promise<{ ada: Person; other: string; address: string }> {
  const ada = await registeredPerson();
  const address = randomUUID();
  const { token } = await expectOk(login(ada, { address, userAgent: firefox }));
  return { ada, other: String(token), address };
}

describe("the sessions of an account", () => {
  it("are shown with their device and where they were used last; the own one is marked", async () => {
    const { ada, address } = await signedInTwice();
    const rows = await sessionsOf(ada.token);
    expect(rows).toHaveLength(2);
    const other = rows.find(({ current }) => !current);
    expect(other).toMatchObject({ device: { name: "Firefox on Linux", kind: "computer" }, address });
    expect(JSON.stringify(rows)).not.toContain(ada.token);
  });

  it("end one by one, at once, and only one's own", async () => {
    const { ada, other } = await signedInTwice();
    const row = (await sessionsOf(ada.token)).find(({ current }) => !current);
    const mallory = await newPerson("Mallory");
    const params = { tokenId: row?._id ?? "" };
    expect((await callAs(security.endSession, { token: mallory.token, params })).status).toBe(404);
    expect(await alive(other)).toBe(200);
    await expectOk(callAs(security.endSession, { token: ada.token, params }));
    expect([await alive(other), await alive(ada.token), await alive(mallory.token)]).toEqual([401, 200, 200]);
    expect((await callAs(security.endSession, { token: ada.token, params })).status).toBe(404);
  });

  it("end all but the one that asks", async () => {
    const { ada, other } = await signedInTwice();
    const mallory = await newPerson("Mallory");
    await expectOk(callAs(security.endOthers, { token: ada.token }));
    expect([await alive(other), await alive(ada.token), await alive(mallory.token)]).toEqual([401, 200, 200]);
  });

  it("tells of a sign-in from a new place, and not of one from where the account was before", async () => {
    const { ada, address } = await signedInTwice();
    const kinds = async () => {
      const { activity } = await expectOk(callAs(security.get, { token: ada.token }));
      return (activity as { kind: string }[]).map(({ kind }) => kind);
    };
    expect((await kinds())[0]).toBe("new_place");
    const told = (await expectOk(callAs(accounts.get, { token: ada.token }))).notifications as { type: string }[];
    expect(told.filter(({ type }) => type === "account")).toHaveLength(1);
    await expectOk(login(ada, { address }));
    expect((await kinds())[0]).toBe("signed_in");
  });

  it("shows the new place once a session has moved", async () => {
    const { ada, other } = await signedInTwice();
    const { pool } = await testDatabase();
    await pool.query("update tokens set last_used = now() - interval '6 seconds' where account_id = $1", [
      ada.accountId,
    ]);
    const address = randomUUID();
    await callAs(accounts.get, { token: other, headers: from({ address }) });
    const moved = (await sessionsOf(ada.token)).find(({ current }) => !current);
    expect(moved?.address).toBe(address);
  });
});

describe("the profile", () => {
  it("takes another name, and no other column", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    await expectOk(
      callAs(security.edit, { token: ada.token, body: { name: " Ada L. ", id: mallory.accountId, root: true } }),
    );
    const nameOf = async ({ token }: Person) =>
      ((await expectOk(callAs(accounts.get, { token }))) as { account: { name: string } }).account.name;
    expect([await nameOf(ada), await nameOf(mallory)]).toEqual(["Ada L.", "Mallory"]);
    expect((await callAs(security.edit, { token: ada.token, body: { name: " " } })).status).toBe(400);
    expect((await callAs(security.edit, { body: { name: "Nobody" } })).status).toBe(401);
  });
});
