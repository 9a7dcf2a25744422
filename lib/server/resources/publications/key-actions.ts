import { and, count, eq, gt, isNull, or } from "drizzle-orm";
import type { z } from "zod";
import { maxPublicationKeys } from "@/lib/constants/publications";
import type { publicationKeyForm } from "@/lib/contract/publications/schemas";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { publicationKeys } from "../../platform/db/tables/publications";
import { AppError, notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { lockPublication, storeBudget } from "./actions";
import { type Caller, type PublicationRow, requireCanChange } from "./form";
import { createPublicationKey } from "./keys";

type KeyForm = z.output<typeof publicationKeyForm>;

const hourMs = 3_600_000;

const isUsable = () =>
  and(isNull(publicationKeys.revoked), or(isNull(publicationKeys.expires), gt(publicationKeys.expires, new Date())));

/** Creates a key. Returns it once, with its id. */
export async function insertKey(
  tx: Tx,
  { id: publicationId, teamId }: Pick<PublicationRow, "id" | "teamId">,
  createdBy: string,
  { name, rate, concurrency, maxBytes, budget }: Partial<KeyForm> & Pick<KeyForm, "name">,
): Promise<{ id: string; key: string }> {
  const id = newId("publicationkey");
  const { key, stored } = createPublicationKey();
  await tx
    .insert(publicationKeys)
    .values({ ...stored, id, publicationId, name, createdBy, rate, concurrency, maxBytes });
  await storeBudget(tx, "publicationKey", { id, teamId }, budget ?? undefined);
  return { id, key };
}

/** Adds a key, or replaces one, which stays valid for a while. */
export async function addKey(tx: Tx, caller: Viewer & Caller, publicationId: string, form: KeyForm) {
  const row = await lockPublication(tx, caller, publicationId);
  requireCanChange(caller, row);
  const own = eq(publicationKeys.publicationId, publicationId);
  const [found] = await tx.select({ n: count() }).from(publicationKeys).where(and(own, isUsable()));
  if ((found?.n ?? 0) >= maxPublicationKeys)
    throw new AppError("conflict", `A publication can have up to ${maxPublicationKeys} keys. Revoke one first.`);
  const { replaces, overlapHours } = form;
  if (replaces) {
    const expires = new Date(Date.now() + overlapHours * hourMs);
    const replaced = await tx
      .update(publicationKeys)
      .set({ expires })
      .where(and(own, eq(publicationKeys.id, replaces), isUsable(), isNull(publicationKeys.expires)))
      .returning({ id: publicationKeys.id });
    if (replaced.length === 0) throw notFound("The key to be replaced");
  }
  return insertKey(tx, row, caller.accountId, form);
}

/** Revokes a key. Anyone who may edit publications can. */
export async function revokeKey(tx: Tx, caller: Viewer, publicationId: string, keyId: string): Promise<void> {
  await lockPublication(tx, caller, publicationId);
  const revoked = await tx
    .update(publicationKeys)
    .set({ revoked: new Date() })
    .where(and(eq(publicationKeys.publicationId, publicationId), eq(publicationKeys.id, keyId), isUsable()))
    .returning({ id: publicationKeys.id });
  if (revoked.length === 0) throw notFound("This key");
}
