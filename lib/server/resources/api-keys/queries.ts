import { and, count, eq } from "drizzle-orm";
import { maxApiKeys } from "@/lib/constants/limits";
import { apiKeySchema } from "@/lib/contract/apikeys/schemas";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { listTeamIds } from "../../access/accounts/service";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { AppError } from "../../platform/errors/errors";

type Row = typeof apiKeys.$inferSelect;

/** Limited to one account: another account's key is not found. */
export const matchesOwnKey = (accountId: string, id: string) =>
  and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, id));

export const toKeyView = ({ expires, lastUsed, ...row }: Row) =>
  pickFields(apiKeySchema, { ...row, _id: row.id, expirationDate: expires, lastUsedDate: lastUsed });

const readPage = defineTeamList()(
  { columns: { ...apiKeys, teamId: apiKeys.accountId } },
  (db, _given, page) => onPage(db.select().from(apiKeys), page),
  ({ id }) => id,
);

export async function listKeys(db: Reader, accountId: string, query: ListQuery) {
  const { rows, next } = await readPage(db, { ...query, teamId: accountId });
  return { keys: rows.map(toKeyView), next };
}

/** Limits a key to its owner's teams. Throws 400 with an issue for each other team. */
export async function checkTeams(db: Reader, accountId: string, teamIds: string[] | null): Promise<void> {
  if (!teamIds) return;
  const own = await listTeamIds(db, accountId);
  const message = "This team doesn't exist or is no longer available.";
  const issues = teamIds.flatMap((id, i) => (own.has(id) ? [] : [{ path: `teamIds.${i}`, message }]));
  if (issues.length > 0) throw new AppError("invalid", message, { issues });
}

/** Locks the account, so that concurrent creations are counted one after another. */
export async function requireKeyCapacity(tx: Reader, accountId: string): Promise<void> {
  const [found] = await tx.select({ n: count() }).from(apiKeys).where(eq(apiKeys.accountId, accountId));
  if ((found?.n ?? 0) < maxApiKeys) return;
  throw new AppError("conflict", `The limit is ${maxApiKeys} API keys. Revoke one that you don't use.`);
}
