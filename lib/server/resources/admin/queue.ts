import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";

import { adminRunSchema, type shapes } from "@/lib/contract/admin/schemas";
import { pickFields } from "@/lib/contract/base/fields";
import { requestCancel } from "../../engine/runs/cancel";
import { leaseMs, openStates, runLease } from "../../engine/runs/lease/lease";
import { wakeWorkers } from "../../engine/runs/worker";
import { afterCommit } from "../../platform/db/after-commit";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { requireCursor } from "../../platform/db/query/list";
import { workers } from "../../platform/db/tables/runs";
import { runs } from "../../platform/db/tables/sessions";
import { orgs, teams } from "../../platform/db/tables/teams";
import { AppError, notFound } from "../../platform/errors/errors";

type Open = (typeof openStates)[number];

const maxTeams = 50;
const maxWorkers = 100;

const isOpen = inArray(runs.status, openStates);
const inState = (status: Open) => sql<number>`(count(*) filter (where ${runs.status} = ${status}))::int`;
const counts = { queued: inState("queued"), running: inState("running"), waiting: inState("waiting") };
const isAlive = gt(workers.lastHeartbeat, sql`now() - ${`${leaseMs} milliseconds`}::interval`);
const oldestQueued = sql<string | null>`min(${runs.dateCreated}) filter (where ${runs.status} = 'queued')`;
const parseOldest = <T extends { oldestQueued: string | null }>(row: T) => ({
  ...row,
  oldestQueued: row.oldestQueued === null ? null : new Date(row.oldestQueued),
});

export async function getQueueFigures(db: Reader) {
  const [[row], [alive]] = await Promise.all([
    db
      .select({ ...counts, oldestQueued })
      .from(runs)
      .where(isOpen),
    db.select({ n: count() }).from(workers).where(isAlive),
  ]);
  const none = { queued: 0, running: 0, waiting: 0, oldestQueued: null };
  return { ...parseOldest(row ?? none), workers: alive?.n ?? 0 };
}

export async function viewQueue(db: Reader) {
  const { workers: _alive, ...figures } = await getQueueFigures(db);
  const [byTeam, found] = await Promise.all([
    db
      .select({ _id: teams.id, name: teams.name, orgName: orgs.name, ...counts, oldestQueued })
      .from(runs)
      .innerJoin(teams, eq(teams.id, runs.teamId))
      .innerJoin(orgs, eq(orgs.id, teams.orgId))
      .where(isOpen)
      .groupBy(teams.id, orgs.id)
      .orderBy(desc(count()), asc(teams.id))
      .limit(maxTeams),
    db
      .select({ worker: workers, alive: sql<boolean>`${isAlive}` })
      .from(workers)
      .orderBy(desc(workers.lastHeartbeat), asc(workers.id))
      .limit(maxWorkers),
  ]);
  return {
    ...figures,
    teams: byTeam.map(parseOldest),
    workers: found.map(({ worker: { id, ...worker }, alive }) => ({ _id: id, ...worker, alive })),
  };
}

/** One page of unfinished runs, oldest first. */
export async function listRuns(db: Db, query: z.output<typeof shapes.runs.query>) {
  const { status, teamId, before } = query;
  const own = and(status ? eq(runs.status, status) : isOpen, teamId ? eq(runs.teamId, teamId) : undefined);
  // Even a run that has ended since is a valid cursor.
  const start = before === undefined ? undefined : eq(runs.id, before);
  const after: SQL | undefined =
    start &&
    sql`(${runs.dateCreated}, ${runs.id}) > (select ${runs.dateCreated}, ${runs.id} from ${runs} where ${start})`;
  const found = await db
    .select({ run: runs, teamName: teams.name, orgName: orgs.name })
    .from(runs)
    .innerJoin(teams, eq(teams.id, runs.teamId))
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .where(and(own, after))
    .orderBy(asc(runs.dateCreated), asc(runs.id))
    .limit(query.limit + 1);
  if (start && found.length === 0) await requireCursor(db.select({ id: runs.id }).from(runs).where(start));
  const rows = found
    .slice(0, query.limit)
    .map(({ run, ...names }) =>
      pickFields(adminRunSchema, { ...run, ...names, _id: run.id, status: run.status as Open, worker: run.leaseOwner }),
    );
  return { runs: rows, next: found.length > query.limit ? (rows.at(-1)?._id ?? null) : null };
}

async function lockOpenRun(tx: Tx, runId: string) {
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
  if (!run) throw notFound("This run");
  if (!(openStates as readonly string[]).includes(run.status)) throw new AppError("conflict", "This run has ended.");
  return run;
}

/** Records the cancellation request; `cancelRun` executes it after the commit. */
export async function requestRunCancel(tx: Tx, runId: string) {
  const { teamId, sessionId } = await lockOpenRun(tx, runId);
  await requestCancel(tx, eq(runs.id, runId));
  return { teamId, sessionId };
}

/**
 * Takes a run away from its worker, which notices at its next heartbeat, and queues it for any other immediately. Counts as
 * an interruption: with an unchanged attempt number the previous attempt would still hold the lease.
 */
export async function requeueRun(tx: Tx, runId: string): Promise<void> {
  const run = await lockOpenRun(tx, runId);
  if (run.status !== "running")
    throw new AppError("conflict", "This run isn't assigned to a worker, so it can't be returned to the queue.");
  await tx
    .update(runs)
    .set({ status: "queued", ...runLease.released })
    .where(eq(runs.id, runId));
  afterCommit(tx, wakeWorkers);
}
