import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { oauthRefreshSeconds, publicationCallDays } from "@/lib/constants/publications";
import type { Db } from "../../../platform/db/client";
import { oauthGrants, oauthTokens } from "../../../platform/db/tables/oauth";
import { repeat } from "../../../platform/jobs/repeat";
import { sweepClients } from "./clients";

const day = 86_400_000;
const hour = 3_600_000;
const batchSize = 5_000;

const before = (ms: number) => new Date(Date.now() - ms);

/** Removes one batch. */
function removeTokens(db: Db) {
  const { hash, expires } = oauthTokens;
  const old = db.select({ hash }).from(oauthTokens).where(lt(expires, new Date())).limit(batchSize);
  return db.delete(oauthTokens).where(inArray(hash, old));
}

/** Removes one batch. The log of calls names a client for as long as it lists its calls. */
function removeGrants(db: Db) {
  const { id, exchanged, codeExpires, revoked, lastUsed } = oauthGrants;
  const usable = db.select({ one: sql`1` }).from(oauthTokens).where(eq(oauthTokens.grantId, id));
  const unused = and(isNull(exchanged), lt(codeExpires, before(hour)));
  const ended = and(isNotNull(exchanged), lt(lastUsed, before(oauthRefreshSeconds * 1_000)));
  const isOld = or(unused, ended, lt(revoked, before(publicationCallDays * day)));
  const old = db
    .select({ id })
    .from(oauthGrants)
    .where(and(isOld, notExists(usable)))
    .limit(batchSize);
  return db.delete(oauthGrants).where(inArray(id, old));
}

/** Deletes what OAuth clients can no longer use. */
export async function sweepOauth(db: Db, signal?: AbortSignal): Promise<void> {
  await repeat(signal, () => removeTokens(db));
  await repeat(signal, () => removeGrants(db));
  await sweepClients(db);
}
