import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { teams } from "../teams/table";
import { datasources } from "./table";

/** Bytes of vectors and text, over the organisation. */
export async function storageOf(db: Pick<Db, "select">, orgId: string): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${datasources.storageBytes}), 0)::float8` })
    .from(datasources)
    .innerJoin(teams, eq(teams.id, datasources.teamId))
    .where(eq(teams.orgId, orgId));
  return found?.bytes ?? 0;
}
