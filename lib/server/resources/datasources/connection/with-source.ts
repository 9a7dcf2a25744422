import type { TeamCallContext } from "../../../access/calls/implement";
import { requireDataConnection } from "../../../access/plans/limits";
import { type OpenSource, openSource } from "../../../engine/knowledge/pipeline/stages/open-source";
import type { DatasourceRow } from "../../../engine/knowledge/source-settings";
import { openDatabase } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";
import { withConnectors } from "./engines";

/** Runs work with a datasource's source and stored settings. Settings that the source replaces are stored. */
export async function withSource<T>(
  call: TeamCallContext,
  row: DatasourceRow,
  work: (source: OpenSource) => Promise<T>,
): Promise<T> {
  const { db, team, signal } = call;
  if (row.sourceType === "file") throw new AppError("conflict", "A file data source has no streams.");
  await call.write((tx) => requireDataConnection(tx, team.orgId, row.sourceType));
  // Replaced settings are stored even if the caller loses access meanwhile.
  const plain = (await openDatabase()).db;
  return withConnectors(db, call, signal, async (ctx) => work(await openSource(plain, row, ctx)));
}
