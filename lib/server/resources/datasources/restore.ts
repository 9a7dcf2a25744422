import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import { nextOccurrence } from "@/lib/utils/schedule/next-occurrence";
import { requireDataConnection, requireStorage } from "../../access/plans/limits";
import type { DatasourceRow } from "../../engine/knowledge/source-settings";
import type { Tx } from "../../platform/db/client";
import { tools } from "../../platform/db/tables/tools";
import type { Restorer } from "../references/resource";
import { toFreeFunctionName } from "../tools/service";
import { changeDeletedRows } from "../trash/service";

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
  const held = new Set<string>();
  await changeDeletedRows(tx, trashId, tools, async ({ functionName }) => {
    held.add(functionName);
    return {};
  });
  await changeDeletedRows(tx, trashId, tools, async (tool) => {
    const functionName = await toFreeFunctionName(tx, teamId, tool.functionName, held);
    held.add(functionName);
    return { functionName };
  });
  const { scheduleUnit: unit, scheduleFrom, scheduleTiming, nextDue } = row;
  if (!unit || !nextDue) return {};
  return { nextDue: nextOccurrence({ unit, from: scheduleFrom ?? nextDue, ...scheduleTiming }, new Date()) };
}

/** A datasource without its embedding model needs another one. A draft has none. */
export const listCleared = ({ status, embeddingModelId }: DatasourceRow): ResourceKind[] =>
  status !== "draft" && embeddingModelId === null ? ["model"] : [];
