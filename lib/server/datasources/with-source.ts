import { requireDataConnection } from "../billing/limits";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { type OpenSource, openSource } from "../knowledge/pipeline/open-source";
import { withConnectors } from "./engines";
import type { DatasourceRow } from "./service";

/** Asks the source of a datasource, with its stored settings. What the source replaces of them is kept. */
export async function withSource<T>(
  call: TeamCallContext,
  row: DatasourceRow,
  work: (source: OpenSource) => Promise<T>,
): Promise<T> {
  const { db, team, signal } = call;
  if (row.sourceType === "file") throw new AppError("conflict", "A datasource of files has no streams.");
  await db.transaction((tx) => requireDataConnection(tx, team.orgId, row.sourceType));
  return withConnectors(db, call, signal, async (ctx) => work(await openSource(db, row, ctx)));
}
