import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/client";
import { defineQuery } from "../../../platform/db/query/define-query";
import { runs } from "../../../platform/db/tables/sessions";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";
import { singleton } from "../../../platform/process/registry";
import type { RunRow } from "./lease";

/** For so many milliseconds a count is used, because it reads all open runs of a team. */
const maxAgeMs = 1_000;
const maxTeams = 1_000;

/** A team's open runs when they were counted, and those that this process has added since. */
interface TeamLoad {
  running: number;
  queued: number;
  countedAt: number;
}
const loads = () => singleton("team-loads", () => new Map<string, TeamLoad>());

const countStatus = (status: RunRow["status"]) =>
  sql<number>`count(*) filter (where ${runs.status} = ${status})`.mapWith(Number);

const selectLoad = defineQuery<{ teamId: string }>()((db, value) =>
  db
    .select({ running: countStatus("running"), queued: countStatus("queued") })
    .from(runs)
    .where(and(eq(runs.teamId, value("teamId")), inArray(runs.status, ["running", "queued"]))),
);

async function countLoad(tx: Tx, teamId: string): Promise<TeamLoad> {
  const known = loads();
  const countedAt = performance.now();
  const [{ running, queued } = { running: 0, queued: 0 }] = await selectLoad(tx, { teamId });
  if (known.size >= maxTeams) known.clear();
  const load = { running, queued, countedAt };
  known.set(teamId, load);
  return load;
}

/**
 * Whether another run of the team can start immediately; otherwise it is queued. Throws 429 if too many are. Runs that other
 * processes have started within the last second may be missing from the count.
 */
export async function hasTeamRoom(tx: Tx, teamId: string): Promise<boolean> {
  const { TEAM_MAX_RUNNING: maxRunning, TEAM_MAX_QUEUED: maxQueued } = env();
  const known = loads().get(teamId);
  const isUsable = known && performance.now() - known.countedAt <= maxAgeMs && known.queued < maxQueued;
  const load = isUsable ? known : await countLoad(tx, teamId);
  if (load.queued >= maxQueued)
    throw new AppError("rate_limited", `This team already has ${maxQueued} queued runs. Try again in a moment.`, {
      retryAfter: 5,
    });
  return load.running < maxRunning;
}

/** Adds a run that is being started. */
export function countRun(teamId: string, state: "running" | "queued"): void {
  const load = loads().get(teamId);
  if (load) load[state] += 1;
}
