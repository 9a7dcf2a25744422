import { and, asc, eq, gt, lt } from "drizzle-orm";
import { apiKeyWarningDays } from "@/lib/constants/notifications";
import type { Db, Tx } from "../../platform/db/client";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { lockAccount } from "../auth/lock-account";
import { escapeMarkdown, notify } from "../notifications/service";

/** Deletes all keys of an account. Returns their number. */
export async function revokeKeys(tx: Tx, accountId: string): Promise<number> {
  const gone = await tx.delete(apiKeys).where(eq(apiKeys.accountId, accountId)).returning({ id: apiKeys.id });
  return gone.length;
}

export const countKeys = (db: Pick<Db, "$count">, accountId: string): Promise<number> =>
  db.$count(apiKeys, eq(apiKeys.accountId, accountId));

const dayMs = 24 * 60 * 60 * 1_000;

/** Notifies the owners of keys that expire within a week, and of expired ones: once each. */
export async function warnOfExpiringKeys(db: Db): Promise<void> {
  const now = Date.now();
  const around = (from: number, to: number) =>
    and(gt(apiKeys.expires, new Date(from)), lt(apiKeys.expires, new Date(to)));
  const week = apiKeyWarningDays * dayMs;
  for (const [state, within] of [
    ["expiring", around(now, now + week)],
    ["expired", around(now - week, now)],
  ] as const) {
    const { id, accountId, name, expires } = apiKeys;
    const keys = await db.select({ id, accountId, name, expires }).from(apiKeys).where(within).orderBy(asc(id));
    for (const key of keys) await warn(db, state, key);
  }
}

type Key = Pick<typeof apiKeys.$inferSelect, "id" | "accountId" | "name" | "expires">;

async function warn(db: Db, state: "expiring" | "expired", { id, accountId, name, expires }: Key): Promise<void> {
  const day = expires?.toISOString().slice(0, 10);
  const expired = state === "expired";
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    // Not if the key was deleted meanwhile.
    const [existing] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id)).for("key share");
    if (!existing) return;
    await notify(tx, {
      to: [accountId],
      teamId: null,
      type: "apikey",
      key: `apikey:${id}:${state}`,
      once: true,
      link: "/apikeys",
      tone: expired ? "warning" : undefined,
      title: expired ? "API key expired" : "API key expires soon",
      description: expired
        ? `The API key **${escapeMarkdown(name)}** has expired. Requests that use it are rejected.`
        : `The API key **${escapeMarkdown(name)}** expires on ${day}. Create a new one.`,
    });
  });
}
