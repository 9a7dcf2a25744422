import { and, eq, isNull } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { datasources } from "../../platform/db/tables/datasources";
import { notFound } from "../../platform/errors/errors";
import type { DatasourceRow } from "./source-settings";

/** Matches the datasources that users see: no trials, and none in the trash. */
export const isListed = and(isNull(datasources.trialOf), isNull(datasources.dateTrashed));

/** Returns a datasource of the team that users see. */
export async function getDatasource(db: Reader, teamId: string, id: string): Promise<DatasourceRow> {
  const [row] = await db
    .select()
    .from(datasources)
    .where(and(eq(datasources.teamId, teamId), eq(datasources.id, id), isListed));
  if (!row) throw notFound("This data source");
  return row;
}
