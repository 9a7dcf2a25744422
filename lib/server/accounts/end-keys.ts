import { revokeKeys } from "../apikeys/service";
import type { Source } from "../auth/source";
import type { Tx } from "../db/client";
import { noteSecurity } from "./security-events";
import type { accounts } from "./table";

/** Revokes all API keys of an account and notes in its activity how many; their open connections are the caller's to cut. */
export async function endKeys(tx: Tx, account: typeof accounts.$inferSelect, source: Source): Promise<void> {
  const revoked = await revokeKeys(tx, account.id);
  if (revoked > 0) await noteSecurity(tx, account, "keys_revoked", source, String(revoked));
}
