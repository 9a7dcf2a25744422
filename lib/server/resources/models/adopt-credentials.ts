import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { hasCredentials, providerIds } from "@/lib/constants/providers";
import { listFields } from "../../engine/models/config";
import type { Db, Tx } from "../../platform/db/client";
import { models } from "../../platform/db/tables/models";
import { log } from "../../platform/log/log";
import { moveCredentials } from "./actions";

const batch = 500;
/** The keys by which a model's own credentials are recognized. */
const keys = [
  ...new Set(
    providerIds.filter(hasCredentials).flatMap((type) => listFields(type, "provider").map(({ name }) => name)),
  ),
];
const hasOwnCredentials = and(isNull(models.providerId), sql`${models.config} ?| ${sql.param(keys)}::text[]`);

/**
 * Moves the credentials of models from before there were connections. A migration can't, because it can't decrypt them. Runs at
 * each start: it continues where a stopped one ended, and several processes may run it simultaneously.
 */
export async function adoptCredentials(db: Db): Promise<void> {
  for (let last = "", count = batch; count === batch; ) {
    const rows = await db
      .select({ id: models.id, teamId: models.teamId })
      .from(models)
      .where(and(hasOwnCredentials, gt(models.id, last)))
      .orderBy(asc(models.id))
      .limit(batch);
    for (const { id, teamId } of rows)
      await db
        .transaction((tx) => adoptOne(tx, teamId, id))
        .catch((error: unknown) => log().error({ err: error, model: id }, "the credentials of a model were not moved"));
    last = rows.at(-1)?.id ?? last;
    count = rows.length;
  }
}

/** Does nothing when another process has moved them. */
async function adoptOne(tx: Tx, teamId: string, id: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id), hasOwnCredentials))
    .for("no key update");
  if (row) await moveCredentials(tx, row);
}
