import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { SchedulePeriod } from "@/lib/constants/plans";
import { findNextDue } from "@/lib/utils/schedule/timing";
import { isTeamMember } from "../../access/auth/is-team-member";
import { escapeMarkdown, notify } from "../../access/notifications/service";
import { explainLimit } from "../../access/plans/limit-error";
import { checkPeriod } from "../../access/plans/limits";
import { getPlan } from "../../access/plans/plan";
import { openStates } from "../../engine/runs/lease/lease";
import { createSession } from "../../engine/runs/sessions";
import { startRun } from "../../engine/runs/start";
import type { Db, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { teams } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import { lockDue } from "../../platform/jobs/lock-due";
import { processDue } from "../../platform/jobs/process-due";
import { log } from "../../platform/log/log";
import { updateOccurrence } from "./actions";
import { findPrincipalProblem } from "./principal";
import type { AppRow } from "./queries";
import { toStartable } from "./start";

/** Starts due apps, each once. A single run replaces all missed ones. */
export const startDueApps = (db: Db): Promise<void> => processDue(db, startOne, "a schedule could not be checked");

/** Starts one due app. Returns false when no unclaimed app is due. */
async function startOne(tx: Tx, tried: string[]): Promise<boolean> {
  const where = notInArray(apps.id, tried);
  const [app] = await lockDue(tx, apps, { at: apps.nextDue, where, orderBy: [apps.nextDue], limit: 1 });
  if (app) tried.push(app.id);
  if (!app?.nextDue || !app.scheduleUnit) return false;
  const paused = await findPauseReason(tx, app, app.scheduleUnit);
  if (paused) {
    await updateOccurrence(tx, app.id, { nextDue: null, schedulePaused: paused });
    await notifyResponsible(tx, app, "Schedule paused", paused);
    return true;
  }
  await updateOccurrence(tx, app.id, { nextDue: findNextDue(app, new Date()) });
  // The previous run is still active: this occurrence is skipped.
  if (await isOpen(tx, app)) return true;
  try {
    await tx.transaction((inner) => startScheduledRun(inner, app));
  } catch (error) {
    // Whatever the error, the next apps must still start.
    if (error instanceof AppError) await notifyResponsible(tx, app, "Scheduled run didn't start", error.message);
    else log().error({ err: error, appId: app.id }, "a scheduled run was not started");
  }
  return true;
}

async function findPauseReason(tx: Tx, app: AppRow, unit: SchedulePeriod): Promise<string | undefined> {
  const { teamId } = app;
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
  if (!team || team.dateDeleted) return "The team was deleted.";
  const barred = await findPrincipalProblem(tx, app);
  if (barred) return `${barred} Choose someone else in the app.`;
  try {
    checkPeriod({ orgId: team.orgId, ...(await getPlan(tx, team.orgId)) }, unit);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return (await explainLimit(error)).message;
    throw error;
  }
}

async function isOpen(tx: Tx, { id, teamId }: AppRow): Promise<boolean> {
  const [open] = await tx
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(sessions, eq(sessions.id, runs.sessionId))
    .where(
      and(
        eq(runs.teamId, teamId),
        inArray(runs.status, openStates),
        eq(sessions.appId, id),
        eq(sessions.trigger, "schedule"),
      ),
    )
    .limit(1);
  return open !== undefined;
}

/** Creates a session of the app and its first run. Throws AppError when it cannot be started. */
async function startScheduledRun(tx: Tx, app: AppRow): Promise<void> {
  const { teamId, schedulePrincipalId } = app;
  const [principal] = await tx
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, schedulePrincipalId ?? ""));
  const [team] = await tx.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  if (!principal || !team) throw new AppError("conflict", "The app has no member to run as.");
  const own = { teamId, orgId: team.orgId, name: app.name, createdBy: principal.id, trigger: "schedule" as const };
  const session = await createSession(tx, { ...toStartable(app), ...own }, app.scheduleVariables);
  await startRun(tx, async () => session, principal, { message: app.scheduleMessage ?? undefined });
}

/**
 * Notifies those who can fix it: the schedule's principal if permitted, the app's creator, or the team's owner if those have
 * left.
 */
async function notifyResponsible(tx: Tx, app: AppRow, title: string, why: string): Promise<void> {
  const [team] = await tx.select({ ownerId: teams.ownerId }).from(teams).where(eq(teams.id, app.teamId));
  const barred = (await findPrincipalProblem(tx, app)) && app.schedulePrincipalId;
  const responsible = [app.schedulePrincipalId, app.updatedBy ?? app.createdBy].filter(
    (id): id is string => id !== null && id !== barred,
  );
  const remaining: string[] = [];
  for (const id of new Set(responsible)) if (await isTeamMember(tx, app.teamId, id)) remaining.push(id);
  const to = remaining.length > 0 ? remaining : team ? [team.ownerId] : [];
  await notify(tx, {
    to,
    teamId: app.teamId,
    type: "session",
    tone: "warning",
    key: `schedule:${app.id}`,
    title,
    description: `${escapeMarkdown(app.name)}: ${escapeMarkdown(why)}`,
    link: `/${app.teamId}/app/${app.id}`,
  });
}
