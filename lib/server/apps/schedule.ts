import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { scheduleField } from "@/lib/contract/apps";
import type { Issue } from "@/lib/contract/error";
import { standsIn } from "../auth/stands-in";
import { requirePeriod } from "../billing/limits";
import type { Tx } from "../db/client";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { isTeamAdmin } from "../inbox/service";
import { afterPeriod } from "../knowledge/pipeline/due";
import { findVariables } from "../variables/service";
import { nextBeat } from "./beat";
import { whyBarred } from "./principal";
import type { AppRow } from "./queries";

type Schedule = z.output<typeof scheduleField>;
type Cron = Extract<Schedule, { type: "cron" }>;
type Caller = Pick<TeamCallContext, "teamId" | "team" | "accountId" | "permissions">;
/** The columns of an app that runs only when somebody starts it. */
export const never = {
  ...{ scheduleUnit: null, schedulePrincipalId: null, scheduleVariables: {}, scheduleMessage: null },
  ...{ scheduleFrom: null, nextDue: null, schedulePaused: null },
};
type Scheduled = Pick<AppRow, "type" | "createdBy" | "sharingConfig" | keyof typeof never>;

/**
 * The columns of a schedule; its first run comes when that says, or one period after now, unless it goes on as it was. Throws what the plan
 * does not allow, and 400 at the fields. Call it before rows are locked: it holds the organisation's.
 */
export async function scheduleColumns(tx: Tx, caller: Caller, schedule: Schedule, row: Scheduled) {
  if (schedule.type === "manual") return never;
  const { unit, variables = {}, message } = schedule;
  await requirePeriod(tx, caller.team.orgId, unit);
  const principalId = schedule.principalId ?? (mayKeep(caller, schedule, row) || caller.accountId);
  const issues: Issue[] = [
    ...(await principalIssues(tx, caller, principalId, mayKeep(caller, schedule, row))),
    ...(await barredIssues(tx, caller, principalId, row)),
    ...(await valueIssues(tx, caller.teamId, variables)),
    ...(row.type === "chat" && !message
      ? [{ path: "schedule.message", message: "Write what is said to the agent each time." }]
      : []),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  const now = new Date();
  const from = startOf(schedule, row) ?? afterPeriod(now, unit);
  return {
    ...{ scheduleUnit: unit, schedulePrincipalId: principalId, scheduleVariables: variables },
    ...{ scheduleMessage: message || null, schedulePaused: null },
    ...{ scheduleFrom: from, nextDue: nextBeat(from, unit, now) },
  };
}

/** What its beat is counted from: what is given, or what it was while it goes on as often. */
function startOf({ unit, startsAt }: Cron, row: Scheduled): Date | null {
  if (startsAt) return new Date(startsAt);
  return row.scheduleUnit === unit && row.schedulePaused === null ? (row.scheduleFrom ?? row.nextDue) : null;
}

/** As whom it goes on: what runs as somebody is changed by them and by admins alone. Null: as nobody yet, or no more. */
function mayKeep(caller: Caller, { unit, startsAt, variables = {}, message }: Cron, row: Scheduled): string | null {
  const { scheduleUnit, scheduleVariables, scheduleMessage, schedulePrincipalId: principalId } = row;
  if (principalId === caller.accountId || isTeamAdmin(caller)) return principalId;
  const sameStart = !startsAt || Date.parse(startsAt) === row.scheduleFrom?.getTime();
  const stays = unit === scheduleUnit && sameStart && (message || null) === scheduleMessage;
  return stays && isDeepStrictEqual(variables, scheduleVariables) ? principalId : null;
}

/** Runs have the rights of whoever is named: only admins name others. */
async function principalIssues(tx: Tx, caller: Caller, principalId: string, kept: string | null): Promise<Issue[]> {
  const path = "schedule.principalId";
  if (!(await standsIn(tx, caller.teamId, principalId))) return [{ path, message: "This member is not in the team." }];
  if (principalId === caller.accountId || principalId === kept || isTeamAdmin(caller)) return [];
  const message = "It runs as you once you change it: only a team admin can have an app run as somebody else.";
  return [{ path, message }];
}

/** Whoever else is named could start the app themselves. */
async function barredIssues(
  tx: Tx,
  { teamId, accountId }: Caller,
  schedulePrincipalId: string,
  { createdBy, sharingConfig }: Scheduled,
): Promise<Issue[]> {
  if (schedulePrincipalId === accountId || !(await standsIn(tx, teamId, schedulePrincipalId))) return [];
  const message = await whyBarred(tx, { teamId, schedulePrincipalId, createdBy, sharingConfig });
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
