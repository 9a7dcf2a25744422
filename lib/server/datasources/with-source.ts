import { requireDataConnection } from "../billing/limits";
import { openDatabase } from "../db/client";
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
  // What the source replaces of its settings is kept, whatever becomes of the caller's rights meanwhile.
  const plain = (await openDatabase()).db;
  return withConnectors(db, call, signal, async (ctx) => work(await openSource(plain, row, ctx)));
}
