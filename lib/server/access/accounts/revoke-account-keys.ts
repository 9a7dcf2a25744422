import type { Tx } from "../../platform/db/client";
import type { accounts } from "../../platform/db/tables/accounts";
import { revokeKeys } from "../api-keys/service";
import type { Source } from "../auth/source";
import { recordSecurityEvent } from "./security-events";

/** Revokes all API keys of an account and records their number; the caller disconnects their connections. */
export async function revokeAccountKeys(tx: Tx, account: typeof accounts.$inferSelect, source: Source): Promise<void> {
  const revoked = await revokeKeys(tx, account.id);
  if (revoked > 0) await recordSecurityEvent(tx, account, "keys_revoked", source, String(revoked));
}
