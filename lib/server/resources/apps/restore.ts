import { nextOccurrence } from "@/lib/utils/schedule/next-occurrence";
import type { Tx } from "../../platform/db/client";
import type { Restorer } from "../references/resource";
import { lockTaskContexts } from "../references/tasks";
import { lockVariables } from "../references/variables";
import type { AppRow } from "./queries";

/** Locks what an app that is restored refers to. Scheduled runs that it has missed are skipped. */
export async function prepareRestore(tx: Tx, { teamId }: Restorer, row: AppRow): Promise<Partial<AppRow>> {
  await lockVariables(tx, teamId, { ids: row.variableIds });
  await lockTaskContexts(tx, teamId);
  const { scheduleUnit: unit, scheduleFrom, scheduleTiming, nextDue } = row;
  if (!unit || !nextDue) return {};
  return { nextDue: nextOccurrence({ unit, from: scheduleFrom ?? nextDue, ...scheduleTiming }, new Date()) };
}
