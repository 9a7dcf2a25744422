import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import { pausedPrefix } from "@/lib/constants/datasources";
import type { SchedulePeriod } from "@/lib/constants/plans";
import { findNextDue } from "@/lib/utils/schedule/timing";
import { escapeMarkdown, notify } from "../../../../access/notifications/service";
import { describePlanHolder, getPlanHolder } from "../../../../access/plans/limit-error";
import { checkDataConnection, checkPeriod } from "../../../../access/plans/limits";
import { getPlan } from "../../../../access/plans/plan";
import type { Db, Tx } from "../../../../platform/db/client";
import { datasources } from "../../../../platform/db/tables/datasources";
import { teams } from "../../../../platform/db/tables/teams";
import { AppError } from "../../../../platform/errors/errors";
import { lockDue } from "../../../../platform/jobs/lock-due";
import { processDue } from "../../../../platform/jobs/process-due";
import { addJob } from "./jobs";
import { isFree } from "./lease";
import type { DatasourceRow } from "./work";

const firstRetry = sql`min(coalesce(next_retry, now()))`;

/** When a sync, a removal, or a job of a datasource that no worker holds is due. */
export const nextWork = sql`
  select least((select min(next_due) from datasources where date_trashed is null),
    (select min(case when j.cancel_requested then now() else coalesce(j.next_retry, now()) end)
      from datasource_jobs j join datasources on datasources.id = j.datasource_id
      where j.date_ended is null and datasources.date_trashed is null and ${isFree}),
    (select ${firstRetry} from vectors_to_remove),
    (select ${firstRetry} from sources_to_remove))`;

/** Starts syncs that are due. Missed ones run once; those that the plan no longer allows are paused. */
export const startDueSyncs = (db: Db): Promise<void> =>
  processDue(db, startOne, "a sync schedule could not be checked");

/** Starts one sync that is due. Returns false when none is left. */
async function startOne(tx: Tx, tried: string[]): Promise<boolean> {
  const where = and(isNull(datasources.dateTrashed), notInArray(datasources.id, tried));
  const [row] = await lockDue(tx, datasources, {
    at: datasources.nextDue,
    where,
    orderBy: [datasources.nextDue, datasources.id],
    limit: 1,
  });
  if (!row) return false;
  const { id, teamId, scheduleUnit: unit } = row;
  tried.push(id);
  await tx
    .update(datasources)
    .set({ nextDue: findNextDue(row, new Date()) })
    .where(eq(datasources.id, id));
  const planError = unit && (await findPlanError(tx, row, unit));
  if (planError) await pauseSchedule(tx, row, planError);
  else await addJob(tx, { teamId, datasourceId: id }, "sync", null);
  return true;
}

/** Why the plan does not allow it, and who can change that; null when it does. */
async function findPlanError(
  tx: Tx,
  { teamId, sourceType }: DatasourceRow,
  unit: SchedulePeriod,
): Promise<string | null> {
  const [team] = await tx.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  if (!team) return null;
  const { orgId } = team;
  const plan = { orgId, ...(await getPlan(tx, orgId)) };
  try {
    checkDataConnection(plan, sourceType);
    checkPeriod(plan, unit);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const holder = await getPlanHolder(tx, orgId);
    return holder ? `${error.message} ${describePlanHolder(holder)}` : error.message;
  }
}

/** Checked again when it is next due; the team is notified once. */
async function pauseSchedule(
  tx: Tx,
  { id, teamId, name, statusMessage: currentMessage }: DatasourceRow,
  reason: string,
): Promise<void> {
  const statusMessage = `${pausedPrefix} ${reason}`;
  if (currentMessage === statusMessage) return;
  await tx.update(datasources).set({ statusMessage }).where(eq(datasources.id, id));
  await notify(tx, {
    to: "team",
    teamId,
    type: "datasource",
    title: "Schedule paused",
    tone: "warning",
    description: `**${escapeMarkdown(name)}** no longer syncs on schedule. ${escapeMarkdown(reason)}`,
    link: `/${teamId}/datasource/${id}`,
    key: `paused:${id}`,
  });
}
