import { findNextDue } from "@/lib/utils/schedule/timing";
import type { Tx } from "../../platform/db/client";
import type { Restorer } from "../references/resource";
import { lockTaskContexts } from "../references/tasks";
import { lockVariables } from "../references/variables";
import type { AppRow } from "./queries";

/** Locks what an app that is restored refers to. Scheduled runs that it has missed are skipped. */
export async function prepareRestore(tx: Tx, { teamId }: Restorer, row: AppRow): Promise<Partial<AppRow>> {
  await lockVariables(tx, teamId, { ids: row.variableIds, names: row.promptNames });
  await lockTaskContexts(tx, teamId);
  return { nextDue: findNextDue(row, new Date()) };
}
