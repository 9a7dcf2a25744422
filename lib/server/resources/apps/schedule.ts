import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { scheduleField } from "@/lib/contract/apps/schedule";
import type { Issue } from "@/lib/contract/base/error";
import { nextOccurrence } from "@/lib/utils/schedule/next-occurrence";
import { isSameTiming, toTiming } from "@/lib/utils/schedule/timing";
import { isTeamMember } from "../../access/auth/is-team-member";
import type { TeamCallContext } from "../../access/calls/implement";
import { requirePeriod } from "../../access/plans/limits";
import { isTeamAdmin } from "../../access/visibility/visible";
import { findVariables } from "../../engine/variables/variables";
import type { Tx } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { findPrincipalProblem } from "./principal";
import type { AppRow } from "./queries";

type Schedule = z.output<typeof scheduleField>;
type Cron = Extract<Schedule, { type: "cron" }>;
type Caller = Pick<TeamCallContext, "teamId" | "team" | "accountId" | "permissions">;
/** The columns of an app without a schedule. */
export const noSchedule = {
  scheduleUnit: null,
  scheduleTiming: null,
  schedulePrincipalId: null,
  scheduleVariables: {},
  scheduleMessage: null,
  scheduleFrom: null,
  nextDue: null,
  schedulePaused: null,
};
type ScheduledApp = Pick<AppRow, "type" | "createdBy" | "sharingConfig" | keyof typeof noSchedule>;

/**
 * The columns of a schedule. Its first run is at the given time, or the next matching one, unless the schedule is unchanged.
 * Throws plan limits, and 400 at the fields. Call it before locking rows: it locks the organization's.
 */
export async function toScheduleColumns(tx: Tx, caller: Caller, schedule: Schedule, row: ScheduledApp) {
  if (schedule.type === "manual") return noSchedule;
  const { unit, variables = {}, message } = schedule;
  await requirePeriod(tx, caller.team.orgId, unit);
  const principalId = schedule.principalId ?? (findKeptPrincipal(caller, schedule, row) || caller.accountId);
  const issues: Issue[] = [
    ...(await findPrincipalIssues(tx, caller, principalId, findKeptPrincipal(caller, schedule, row))),
    ...(await findPrincipalAccessIssues(tx, caller, principalId, row)),
    ...(await findValueIssues(tx, caller.teamId, variables)),
    ...(row.type === "chat" && !message
      ? [{ path: "schedule.message", message: "Enter a message for the agent." }]
      : []),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  const now = new Date();
  const timing = toTiming(schedule);
  const from = findStart(schedule, row) ?? now;
  return {
    scheduleUnit: unit,
    scheduleTiming: timing,
    schedulePrincipalId: principalId,
    scheduleVariables: variables,
    scheduleMessage: message || null,
    schedulePaused: null,
    scheduleFrom: from,
    nextDue: nextOccurrence({ unit, from, ...timing }, now),
  };
}

/** Returns the schedule's start: the given one, or the previous one while period and time are unchanged. */
function findStart(schedule: Cron, row: ScheduledApp): Date | null {
  if (schedule.startsAt !== undefined) return schedule.startsAt === null ? null : new Date(schedule.startsAt);
  return isSameTiming(schedule, row) && row.schedulePaused === null ? (row.scheduleFrom ?? row.nextDue) : null;
}

/**
 * Returns the current principal if it can be kept, or null. Only the principal and admins can change a schedule that runs as
 * someone.
 */
function findKeptPrincipal(caller: Caller, schedule: Cron, row: ScheduledApp): string | null {
  const { startsAt, variables = {}, message } = schedule;
  const { scheduleVariables, scheduleMessage, schedulePrincipalId: principalId } = row;
  if (principalId === caller.accountId || isTeamAdmin(caller)) return principalId;
  const sameStart = startsAt === undefined || Date.parse(startsAt ?? "") === row.scheduleFrom?.getTime();
  const stays = isSameTiming(schedule, row) && sameStart && (message || null) === scheduleMessage;
  return stays && isDeepStrictEqual(variables, scheduleVariables) ? principalId : null;
}

/** Runs have the principal's rights: only admins can choose someone else. */
async function findPrincipalIssues(tx: Tx, caller: Caller, principalId: string, kept: string | null): Promise<Issue[]> {
  const path = "schedule.principalId";
  if (!(await isTeamMember(tx, caller.teamId, principalId)))
    return [{ path, message: "This member isn't on the team." }];
  if (principalId === caller.accountId || principalId === kept || isTeamAdmin(caller)) return [];
  const message = "With your changes, the app runs as you. Only team admins can have an app run as someone else.";
  return [{ path, message }];
}

/** A principal other than the caller must be able to start the app. */
async function findPrincipalAccessIssues(
  tx: Tx,
  { teamId, accountId }: Caller,
  schedulePrincipalId: string,
  { createdBy, sharingConfig }: ScheduledApp,
): Promise<Issue[]> {
  if (schedulePrincipalId === accountId || !(await isTeamMember(tx, teamId, schedulePrincipalId))) return [];
  const message = await findPrincipalProblem(tx, { teamId, schedulePrincipalId, createdBy, sharingConfig });
  return message ? [{ path: "schedule.principalId", message }] : [];
}

async function findValueIssues(tx: Tx, teamId: string, variables: Record<string, string>): Promise<Issue[]> {
  const names = Object.keys(variables);
  const known = await findVariables(tx, teamId, { names });
  return names.flatMap((name) => {
    const found = known.find((one) => one.name === name);
    const path = `schedule.variables.${name}`;
    if (!found) return [{ path, message: `Your team has no variable named ${name}.` }];
    return found.secret ? [{ path, message: `${name} is a secret. Set its value under Variables.` }] : [];
  });
}
