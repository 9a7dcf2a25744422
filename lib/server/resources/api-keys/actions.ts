import { eq } from "drizzle-orm";
import { recordKeyEvent } from "../../access/accounts/service";
import type { createApiKeySecret } from "../../access/auth/api-key";
import { lockProof } from "../../access/auth/proof";
import type { AccountContext } from "../../access/calls/implement";
import type { Tx } from "../../platform/db/client";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { AppError, notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { matchesOwnKey, requireKeyCapacity } from "./queries";

type Stored = ReturnType<typeof createApiKeySecret>["stored"];
type Form = Pick<typeof apiKeys.$inferInsert, "name" | "description" | "teamIds" | "permissions" | "expires">;

/** The secret proves to identity providers what the session has proven that creates it. */
const toSso = ({ principal }: AccountContext) => ({ ssoOrgIds: [...principal.ssoOrgIds] });

export async function createApiKey(tx: Tx, ctx: AccountContext, form: Form, stored: Stored) {
  await lockProof(tx, ctx);
  await requireKeyCapacity(tx, ctx.accountId);
  const [made] = await tx
    .insert(apiKeys)
    .values({ ...form, ...stored, ...toSso(ctx), id: newId("apikey"), accountId: ctx.accountId })
    .returning();
  if (!made) throw new Error("The key was not stored.");
  await recordKeyEvent(tx, ctx, "key_created", made.name);
  return made;
}

/** Replaces a key's secret. */
export async function rotateApiKey(tx: Tx, ctx: AccountContext, id: string, stored: Stored): Promise<void> {
  await lockProof(tx, ctx);
  const [row] = await tx.select().from(apiKeys).where(matchesOwnKey(ctx.accountId, id)).for("update");
  if (!row) throw notFound("This API key");
  if (row.expires && row.expires <= new Date())
    throw new AppError("conflict", "This API key has expired. Create a new one to replace it.");
  await tx
    .update(apiKeys)
    .set({ ...stored, ...toSso(ctx), lastUsed: null, dateUpdated: new Date() })
    .where(eq(apiKeys.id, row.id));
  await recordKeyEvent(tx, ctx, "key_rotated", row.name);
}

export async function deleteApiKey(tx: Tx, accountId: string, id: string): Promise<void> {
  const [gone] = await tx.delete(apiKeys).where(matchesOwnKey(accountId, id)).returning({ id: apiKeys.id });
  if (!gone) throw notFound("This API key");
}
