import { and, asc, eq, inArray, lte, notInArray, sql } from "drizzle-orm";
import type { SchedulePeriod } from "@/lib/constants/plans";
import { accounts } from "../accounts/table";
import { standsIn } from "../auth/stands-in";
import { explained } from "../billing/limit-error";
import { checkPeriod } from "../billing/limits";
import { planOf } from "../billing/plan";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { AppError } from "../http/errors";
import { log } from "../log";
import { notify, plain } from "../notifications/service";
import { openStates } from "../runs/lease";
import { type Started, startRun } from "../runs/start";
import { mergeValues } from "../runs/values";
import { runs, sessions } from "../sessions/table";
import { teams } from "../teams/table";
import { nextBeat } from "./beat";
import { whyBarred } from "./principal";
import type { AppRow } from "./queries";
import { startable } from "./service";
import { apps } from "./table";

const atOnce = 50;

/** Starts the apps that are due, each once. Runs that were missed are made once. */
export async function startDueApps(db: Db): Promise<void> {
  // Those that this look has come to: what one is broken by keeps the others from nothing.
  const seen: string[] = [""];
  for (let i = 0; i < atOnce; i += 1) {
    const before = seen.length;
    try {
      const started = await db.transaction((tx) => startOne(tx, seen));
      if (!started) return;
      started.begin?.();
    } catch (error) {
      if (seen.length === before) throw error;
      log().error({ err: error, appId: seen.at(-1) }, "a schedule could not be looked at");
    }
  }
}

/** Undefined: nothing is due that nobody else has taken. */
async function startOne(tx: Tx, seen: string[]): Promise<{ begin?: Started["begin"] } | undefined> {
  const [app] = await tx
    .select()
    .from(apps)
    .where(and(lte(apps.nextDue, sql`now()`), notInArray(apps.id, seen)))
    .orderBy(asc(apps.nextDue))
    .limit(1)
    .for("update", { skipLocked: true });
  if (app) seen.push(app.id);
  if (!app?.nextDue || !app.scheduleUnit) return undefined;
  const set = (change: Partial<AppRow>) => tx.update(apps).set(change).where(eq(apps.id, app.id));
  const paused = await whyPaused(tx, app, app.scheduleUnit);
  if (paused) {
    await set({ nextDue: null, schedulePaused: paused });
    await tell(tx, app, "A schedule is paused", paused);
    return {};
  }
  await set({ nextDue: nextBeat(app.scheduleFrom ?? app.nextDue, app.scheduleUnit, new Date()) });
  // The one before still runs or waits: this time is left out.
  if (await isOpen(tx, app)) return {};
  try {
    return await tx.transaction((inner) => begin(inner, app));
  } catch (error) {
    // Whatever it is, the apps behind this one come next.
    if (error instanceof AppError) await tell(tx, app, "A scheduled run did not start", error.message);
    else log().error({ err: error, appId: app.id }, "a scheduled run was not started");
    return {};
  }
}

async function whyPaused(tx: Tx, app: AppRow, unit: SchedulePeriod): Promise<string | undefined> {
  const { teamId } = app;
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
  if (!team || team.dateDeleted) return "The team was deleted.";
  const barred = await whyBarred(tx, app);
  if (barred) return `${barred} Choose somebody else in the app.`;
  try {
    checkPeriod({ orgId: team.orgId, ...(await planOf(tx, team.orgId)) }, unit);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return (await explained(error)).message;
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
        ...[eq(runs.teamId, teamId), inArray(runs.status, openStates)],
        ...[eq(sessions.appId, id), eq(sessions.trigger, "schedule")],
      ),
    )
    .limit(1);
  return open !== undefined;
}

/** A session of the app, and its first run. Throws AppError where it cannot be started. */
async function begin(tx: Tx, app: AppRow): Promise<Started> {
  const { teamId, schedulePrincipalId } = app;
  const [principal] = await tx
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, schedulePrincipalId ?? ""));
  const [team] = await tx.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  if (!principal || !team) throw new AppError("conflict", "There is nobody that it could run as.");
  const id = newId("session");
  const values = await mergeValues(tx, { id, teamId, variables: {}, secretVariables: {} }, app.scheduleVariables);
  const own = { id, teamId, orgId: team.orgId, name: app.name, createdBy: principal.id, trigger: "schedule" as const };
  const [session] = await tx
    .insert(sessions)
    .values({ ...startable(app), ...own, ...values })
    .returning();
  if (!session) throw new Error("The session was not stored.");
  return startRun(tx, async () => session, principal, { message: app.scheduleMessage ?? undefined });
}

/** Those who can do something about it: who it runs as, if they may, who has made the app, and the team's owner where those have left. */
async function tell(tx: Tx, app: AppRow, title: string, why: string): Promise<void> {
  const [team] = await tx.select({ ownerId: teams.ownerId }).from(teams).where(eq(teams.id, app.teamId));
  const barred = (await whyBarred(tx, app)) && app.schedulePrincipalId;
  const known = [app.schedulePrincipalId, app.updatedBy ?? app.createdBy].filter(
    (id): id is string => id !== null && id !== barred,
  );
  const standing: string[] = [];
  for (const id of new Set(known)) if (await standsIn(tx, app.teamId, id)) standing.push(id);
  const to = standing.length > 0 ? standing : team ? [team.ownerId] : [];
  await notify(tx, {
    ...{ to, teamId: app.teamId, type: "session", tone: "warning", key: `schedule:${app.id}`, title },
    description: `${plain(app.name)}: ${plain(why)}`,
    link: `/${app.teamId}/app/${app.id}`,
  });
}
