import { and, eq } from "drizzle-orm";
import { requireDataConnection } from "../billing/limits";
import type { TeamCallContext } from "../http/implement";
import { datasourceOf } from "./service";
import { datasources } from "./table";
import { withSource } from "./with-source";

/** Asks the source which streams it has now, and keeps that for what is chosen next. What is synced stays as it is. */
export async function discoverStreams(call: TeamCallContext, datasourceId: string) {
  const { db, teamId, team } = call;
  const row = await datasourceOf(db, teamId, datasourceId);
  const discoveredSchema = await withSource(call, row, ({ connector, config, ctx }) => connector.discover(config, ctx));
  await db.transaction(async (tx) => {
    await requireDataConnection(tx, team.orgId, row.sourceType);
    await tx
      .update(datasources)
      .set({ discoveredSchema })
      .where(and(eq(datasources.teamId, teamId), eq(datasources.id, row.id)));
  });
  return { discoveredSchema };
}
