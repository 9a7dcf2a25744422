import { eq } from "drizzle-orm";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { apiKeys } from "@/lib/server/platform/db/tables/api-keys";
import { callAs, expectOk, goodPassword } from "./client";
import { testDatabase } from "./database";
import { type Account, tokenOf } from "./people";

export interface MadeKey {
  id: string;
  secret: string;
}

type Owner = Pick<Account, "accountId">;

interface KeyOptions {
  teamIds?: string[] | null;
  permissions?: number[];
}

/** A key that never expires, made by its owner's own call; without permissions unless it is told them. */
export async function newKey(owner: Owner, options: KeyOptions = {}): Promise<MadeKey> {
  const body = { name: "Key", expirationDays: null, password: goodPassword, ...options };
  const { key, secret } = await expectOk(callAs(apikeys.add, { token: await tokenOf(owner), body }));
  return { id: (key as { _id: string })._id, secret: String(secret) };
}

export async function changeKey(key: MadeKey, columns: Partial<typeof apiKeys.$inferInsert>): Promise<MadeKey> {
  const { db } = await testDatabase();
  await db.update(apiKeys).set(columns).where(eq(apiKeys.id, key.id));
  return key;
}

export const expireKey = (key: MadeKey): Promise<MadeKey> => changeKey(key, { expires: new Date(Date.now() - 1_000) });

const by = async (owner: Owner, { id }: MadeKey) => ({
  token: await tokenOf(owner),
  params: { keyId: id },
});

/** Gives it a new secret; the old one is in what was passed. */
export async function rotateKey(owner: Owner, key: MadeKey): Promise<MadeKey> {
  const { secret } = await expectOk(
    callAs(apikeys.increment, { ...(await by(owner, key)), body: { password: goodPassword } }),
  );
  return { id: key.id, secret: String(secret) };
}

export async function removeKey(owner: Owner, key: MadeKey): Promise<void> {
  await expectOk(callAs(apikeys.remove, await by(owner, key)));
}
