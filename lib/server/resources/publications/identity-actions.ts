import { and, eq } from "drizzle-orm";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { editedBy } from "../../platform/db/query/edit";
import { publications } from "../../platform/db/tables/publications";
import { AppError } from "../../platform/errors/errors";
import { lockPublication } from "./actions";
import { type Caller, requireCanChange } from "./form";
import { newIdentitySecret } from "./identity";
import { replaceSecret } from "./webhook-secrets";

/** Creates or replaces the secret with which a website signs who its visitors are. Returns the new one. */
export async function rotateIdentity(
  tx: Tx,
  caller: Viewer & Caller,
  id: string,
  { overlapHours }: { overlapHours: number },
): Promise<string> {
  const row = await lockPublication(tx, caller, id);
  requireCanChange(caller, row);
  if (!row.ways.embed) throw new AppError("conflict", "This publication has no website chat. Turn it on first.");
  const form = { secret: newIdentitySecret(), overlapHours };
  const { secret, webhookSecrets: identitySecrets } = replaceSecret(row, row.identitySecrets, form);
  await tx
    .update(publications)
    .set({ identitySecrets, ...editedBy(caller.accountId) })
    .where(and(eq(publications.teamId, row.teamId), eq(publications.id, row.id)));
  return secret;
}
