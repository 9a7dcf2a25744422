import { expect, it } from "vitest";
import { findAccessRows, lockAccessRows } from "@/lib/server/access/auth/lock-access-rows";
import { findPrincipal } from "@/lib/server/access/auth/principal";
import type { Db } from "@/lib/server/platform/db/client";
import { newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { changeKey, newKey } from "../support/keys";
import { changeToken } from "../support/people";

type Made = { token: string; age: () => Promise<unknown> };
const lastUsed = new Date(Date.now() - 600_000);

it.each<[string, (person: Person) => Promise<Made>]>([
  ["a session", async ({ token }) => ({ token, age: () => changeToken(token, { lastUsed }) })],
  [
    "an API key",
    async (person) => {
      const key = await newKey(person);
      return { token: key.secret, age: () => changeKey(key, { lastUsed }) };
    },
  ],
])("two calls of %s that check their rights at the same moment do not wait for each other", async (_name, make) => {
  const { db } = await testDatabase();
  const { token, age } = await make(await newPerson());
  const principal = await findPrincipal(db, token, false);
  await age();
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const check = () =>
    db.transaction(async (tx) => {
      await lockAccessRows(tx, findAccessRows({ principal, visit: null, teamId: undefined }));
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      return findPrincipal(tx as unknown as Db, token, false);
    });
  const found = await Promise.all([check(), check()]);
  expect(found.map((one) => one?.tokenId)).toEqual([principal?.tokenId, principal?.tokenId]);
});
