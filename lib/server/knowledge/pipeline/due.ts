import { asc, eq, lte, sql } from "drizzle-orm";
import { pausedWord } from "@/lib/constants/datasources";
import type { SchedulePeriod } from "@/lib/constants/plans";
import { monthsAfter } from "@/lib/utils/months-after";
import { planHolder, whoChanges } from "../../billing/limit-error";
import { checkDataConnection, checkPeriod } from "../../billing/limits";
import { planOf } from "../../billing/plan";
import { datasources } from "../../datasources/table";
import type { Db, Tx } from "../../db/client";
import { AppError } from "../../http/errors";
import { notify, plain } from "../../notifications/service";
import { teams } from "../../teams/table";
import { addJob } from "./jobs";
import type { DatasourceRow } from "./work";

const atOnce = 50;

/** One period after a moment, in UTC. */
export function afterPeriod(from: Date, unit: SchedulePeriod): Date {
  if (unit === "month") return monthsAfter(from, 1);
  if (unit === "year") return monthsAfter(from, 12);
  const next = new Date(from);
  if (unit === "minute") next.setUTCMinutes(next.getUTCMinutes() + 1);
  else if (unit === "hour") next.setUTCHours(next.getUTCHours() + 1);
  else if (unit === "day") next.setUTCDate(next.getUTCDate() + 1);
  else next.setUTCDate(next.getUTCDate() + 7);
  return next;
}

/** Begins the syncs that are due. Those that were missed are made once; what the plan does not allow any more pauses. */
export async function startDueSyncs(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(datasources)
      .where(lte(datasources.nextDue, sql`now()`))
      .orderBy(asc(datasources.nextDue), asc(datasources.id))
      .limit(atOnce)
      .for("update", { skipLocked: true });
    const now = new Date();
    for (const row of rows) {
      const { id, teamId, scheduleUnit: unit } = row;
      await tx
        .update(datasources)
        .set({ nextDue: unit ? afterPeriod(now, unit) : null })
        .where(eq(datasources.id, id));
      const refusal = unit && (await refusalOf(tx, row, unit));
      if (refusal) await pause(tx, row, refusal);
      else await addJob(tx, { teamId, datasourceId: id }, "sync", null);
    }
  });
}

/** Why the plan does not allow it, and who can change that; null: it does. */
async function refusalOf(tx: Tx, { teamId, sourceType }: DatasourceRow, unit: SchedulePeriod): Promise<string | null> {
  const [team] = await tx.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  if (!team) return null;
  const { orgId } = team;
  const plan = { orgId, ...(await planOf(tx, orgId)) };
  try {
    checkDataConnection(plan, sourceType);
    checkPeriod(plan, unit);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const holder = await planHolder(tx, orgId);
    return holder ? `${error.message} ${whoChanges(holder)}` : error.message;
  }
}

/** It is looked at again when it is due the next time; the team is told once. */
async function pause(tx: Tx, { id, teamId, name, statusMessage: said }: DatasourceRow, reason: string): Promise<void> {
  const statusMessage = `${pausedWord} ${reason}`;
  if (said === statusMessage) return;
  await tx.update(datasources).set({ statusMessage }).where(eq(datasources.id, id));
  await notify(tx, {
    ...{ to: "team", teamId, type: "datasource", title: "Schedule paused", tone: "warning" },
    description: `**${plain(name)}** is not synced any more. ${plain(reason)}`,
    link: `/${teamId}/datasource/${id}`,
    key: `paused:${id}`,
  });
}
