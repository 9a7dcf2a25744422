import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import { findNextDue } from "@/lib/utils/schedule/timing";
import { requireDataConnection, requireStorage } from "../../access/plans/limits";
import type { DatasourceRow } from "../../engine/knowledge/source-settings";
import type { Tx } from "../../platform/db/client";
import { tools } from "../../platform/db/tables/tools";
import type { Restorer } from "../references/resource";
import { toFreeFunctionName } from "../tools/service";
import { changeDeletedRows, selectDeletedRows } from "../trash/service";

/**
 * Checks the plan for a datasource that is restored. Its search tools get other function names if theirs are taken. Syncs that it
 * has missed are skipped.
 */
export async function prepareRestore(
  tx: Tx,
  { teamId, team }: Restorer,
  row: DatasourceRow,
  { trashId }: { trashId: string },
): Promise<Partial<DatasourceRow>> {
  if (row.storageBytes > 0) await requireStorage(tx, team.orgId, row.storageBytes);
  if (row.sourceType !== "file") await requireDataConnection(tx, team.orgId, row.sourceType);
  const searches = await selectDeletedRows(tx, trashId, tools);
  const held = new Set(searches.map(({ functionName }) => functionName));
  await changeDeletedRows(tx, trashId, tools, async (tool) => {
    const functionName = await toFreeFunctionName(tx, teamId, tool.functionName, held);
    held.add(functionName);
    return { functionName };
  });
  return { nextDue: findNextDue(row, new Date()) };
}

/** A datasource without its embedding model needs another one. A draft has none. */
export const listCleared = ({ status, embeddingModelId }: DatasourceRow): ResourceKind[] =>
  status !== "draft" && embeddingModelId === null ? ["model"] : [];
