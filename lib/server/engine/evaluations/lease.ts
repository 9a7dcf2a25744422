import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { evaluations } from "../../platform/db/tables/test-sets";
import { defineLease } from "../../platform/jobs/lease";

export type EvaluationRow = typeof evaluations.$inferSelect;

const leaseMs = 15_000;
export const heartbeatMs = 5_000;

const lease = defineLease({ table: evaluations, ms: leaseMs, isActive: eq(evaluations.status, "running") });

/** When an evaluation can be claimed. */
export const nextEvaluation = sql`
  select case when exists (select from evaluations where status = 'running' and ${lease.isFree}) then now()
    else ${lease.firstExpiry} end`;

export const claimEvaluations = (db: Db, owner: string, count: number, except: string[]): Promise<EvaluationRow[]> =>
  lease.claim(
    db,
    {
      count,
      except,
      isFree: sql`(${evaluations.status} = 'running' and ${lease.isExpired})`,
      since: evaluations.dateCreated,
    },
    (tx, rows) =>
      tx
        .update(evaluations)
        .set(lease.claimedBy(owner))
        .where(
          inArray(
            evaluations.id,
            rows.map(({ id }) => id),
          ),
        )
        .returning(),
  );

/** Renews the leases. Returns the ids of evaluations that this process no longer holds. */
export const renewEvaluations = (db: Db, owner: string, ids: string[]): Promise<string[]> =>
  lease.renew(db, owner, ids);

export const releaseEvaluation = (db: Db, owner: string, id: string) =>
  db
    .update(evaluations)
    .set(lease.released)
    .where(sql`${evaluations.id} = ${id} and ${evaluations.leaseOwner} = ${owner}`);
