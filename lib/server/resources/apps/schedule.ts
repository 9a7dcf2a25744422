import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { scheduleField } from "@/lib/contract/apps/schemas";
import type { Issue } from "@/lib/contract/base/error";
import { addPeriods } from "@/lib/utils/add-periods";
import { isTeamMember } from "../../access/auth/is-team-member";
import type { TeamCallContext } from "../../access/calls/implement";
import { requirePeriod } from "../../access/plans/limits";
import { isTeamAdmin } from "../../access/visibility/visible";
import { findVariables } from "../../engine/variables/variables";
import type { Tx } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { nextOccurrence } from "./next-occurrence";
import { whyNotAllowed } from "./principal";
import type { AppRow } from "./queries";

type Schedule = z.output<typeof scheduleField>;
type Cron = Extract<Schedule, { type: "cron" }>;
type Caller = Pick<TeamCallContext, "teamId" | "team" | "accountId" | "permissions">;
/** The columns of an app without a schedule. */
export const never = {
  scheduleUnit: null,
  schedulePrincipalId: null,
  scheduleVariables: {},
  scheduleMessage: null,
  scheduleFrom: null,
  nextDue: null,
  schedulePaused: null,
};
type Scheduled = Pick<AppRow, "type" | "createdBy" | "sharingConfig" | keyof typeof never>;

/**
 * The columns of a schedule. Its first run is at the given time, or one period from now, unless the schedule is unchanged.
 * Throws plan limits, and 400 at the fields. Call it before locking rows: it locks the organization's.
 */
export async function scheduleColumns(tx: Tx, caller: Caller, schedule: Schedule, row: Scheduled) {
  if (schedule.type === "manual") return never;
  const { unit, variables = {}, message } = schedule;
  await requirePeriod(tx, caller.team.orgId, unit);
  const principalId = schedule.principalId ?? (canKeepSchedule(caller, schedule, row) || caller.accountId);
  const issues: Issue[] = [
    ...(await principalIssues(tx, caller, principalId, canKeepSchedule(caller, schedule, row))),
    ...(await principalAccessIssues(tx, caller, principalId, row)),
    ...(await valueIssues(tx, caller.teamId, variables)),
    ...(row.type === "chat" && !message
      ? [{ path: "schedule.message", message: "Write what is said to the agent each time." }]
      : []),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  const now = new Date();
  const from = startOf(schedule, row) ?? addPeriods(now, unit, 1);
  return {
    scheduleUnit: unit,
    schedulePrincipalId: principalId,
    scheduleVariables: variables,
    scheduleMessage: message || null,
    schedulePaused: null,
    scheduleFrom: from,
    nextDue: nextOccurrence(from, unit, now),
  };
}

/** The schedule's start: the given one, or the previous one while the period is unchanged. */
function startOf({ unit, startsAt }: Cron, row: Scheduled): Date | null {
  if (startsAt) return new Date(startsAt);
  return row.scheduleUnit === unit && row.schedulePaused === null ? (row.scheduleFrom ?? row.nextDue) : null;
}

/** The principal after a change: a schedule that runs as someone can be changed by them and by admins only. Null: none. */
function canKeepSchedule(
  caller: Caller,
  { unit, startsAt, variables = {}, message }: Cron,
  row: Scheduled,
): string | null {
  const { scheduleUnit, scheduleVariables, scheduleMessage, schedulePrincipalId: principalId } = row;
  if (principalId === caller.accountId || isTeamAdmin(caller)) return principalId;
  const sameStart = !startsAt || Date.parse(startsAt) === row.scheduleFrom?.getTime();
  const stays = unit === scheduleUnit && sameStart && (message || null) === scheduleMessage;
  return stays && isDeepStrictEqual(variables, scheduleVariables) ? principalId : null;
}

/** Runs have the principal's rights: only admins can choose someone else. */
async function principalIssues(tx: Tx, caller: Caller, principalId: string, kept: string | null): Promise<Issue[]> {
  const path = "schedule.principalId";
  if (!(await isTeamMember(tx, caller.teamId, principalId)))
    return [{ path, message: "This member is not in the team." }];
  if (principalId === caller.accountId || principalId === kept || isTeamAdmin(caller)) return [];
  const message = "It runs as you once you change it: only a team admin can have an app run as somebody else.";
  return [{ path, message }];
}

/** A principal other than the caller must be able to start the app. */
async function principalAccessIssues(
  tx: Tx,
  { teamId, accountId }: Caller,
  schedulePrincipalId: string,
  { createdBy, sharingConfig }: Scheduled,
): Promise<Issue[]> {
  if (schedulePrincipalId === accountId || !(await isTeamMember(tx, teamId, schedulePrincipalId))) return [];
  const message = await whyNotAllowed(tx, { teamId, schedulePrincipalId, createdBy, sharingConfig });
  return message ? [{ path: "schedule.principalId", message }] : [];
}

async function valueIssues(tx: Tx, teamId: string, variables: Record<string, string>): Promise<Issue[]> {
  const names = Object.keys(variables);
  const known = await findVariables(tx, teamId, { names });
  return names.flatMap((name) => {
    const found = known.find((one) => one.name === name);
    const path = `schedule.variables.${name}`;
    if (!found) return [{ path, message: `Your team has no variable named ${name}.` }];
    return found.secret ? [{ path, message: `${name} is a secret. Give it a value under Variables.` }] : [];
  });
}
