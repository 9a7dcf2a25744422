import type { TeamCallContext } from "../../../access/calls/implement";
import { requireDataConnection } from "../../../access/plans/limits";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { updateDatasource } from "../store/actions";
import { withSource } from "./with-source";

/** Discovers the source's current streams and stores them for later selection. Selected streams are unchanged. */
export async function discoverStreams(call: TeamCallContext, datasourceId: string) {
  const { db, teamId, team } = call;
  const row = await getDatasource(db, teamId, datasourceId);
  const discoveredSchema = await withSource(call, row, ({ connector, config, ctx }) => connector.discover(config, ctx));
  await call.write(async (tx) => {
    await requireDataConnection(tx, team.orgId, row.sourceType);
    await updateDatasource(tx, teamId, row.id, { discoveredSchema });
  });
  return { discoveredSchema };
}
