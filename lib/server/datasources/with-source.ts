import { requireDataConnection } from "../billing/limits";
import { loadEngine } from "../connectors/engine";
import type { Connector, ConnectorContext } from "../connectors/types";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { withConnectors } from "./engines";
import { type DatasourceRow, keepSettings, openDatasource } from "./service";

/** Asks the source of a datasource, with its stored settings. What the source replaces of them is kept. */
export async function withSource<T>(
  call: TeamCallContext,
  row: DatasourceRow,
  work: (connector: Connector, config: Record<string, unknown>, ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const { db, team, signal } = call;
  if (row.sourceType === "file") throw new AppError("conflict", "A datasource of files has no streams.");
  await db.transaction((tx) => requireDataConnection(tx, team.orgId, row.sourceType));
  return withConnectors(db, call, signal, async (ctx) => {
    const connector = await (await loadEngine(row.engine)).connector(row.sourceType, row.id, ctx);
    const config = openDatasource(row);
    const keep = async (changes: Record<string, unknown>) => {
      Object.assign(config, changes);
      await keepSettings(db, row, changes);
    };
    return work(connector, config, { ...ctx, keep });
  });
}
