import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "../../platform/db/client";
import { datasources } from "../../platform/db/tables/datasources";
import { AppError } from "../../platform/errors/errors";

/** Throws 409 if a tool's data source is deleted. Otherwise locks it against that until the transaction ends. */
export async function lockSearched(tx: Tx, teamId: string, id: string): Promise<void> {
  const own = and(eq(datasources.teamId, teamId), eq(datasources.id, id), isNull(datasources.dateTrashed));
  const [row] = await tx.select({ id: datasources.id }).from(datasources).where(own).for("key share");
  if (!row) throw new AppError("conflict", "This tool's data source was deleted. Restore the data source first.");
}
