import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { shapes } from "@/lib/contract/admin";
import type { Db, Tx } from "../db/client";
import { requireStart } from "../db/list";
import { notify } from "../db/notify";
import { AppError, notFound } from "../http/errors";
import { requestCancel } from "../runs/cancel";
import { leaseMs, openStates, runChannel } from "../runs/lease";
import { workers } from "../runs/table";
import { runs } from "../sessions/table";
import { orgs, teams } from "../teams/table";

type Reader = Pick<Db, "select">;
type Open = (typeof openStates)[number];

const teamsMost = 50;
const workersMost = 100;

const isOpen = inArray(runs.status, openStates);
const inState = (status: Open) => sql<number>`(count(*) filter (where ${runs.status} = ${status}))::int`;
const counts = { queued: inState("queued"), running: inState("running"), waiting: inState("waiting") };
const isAlive = gt(workers.lastBeat, sql`now() - ${`${leaseMs} milliseconds`}::interval`);
const oldestQueued = sql<string | null>`min(${runs.dateCreated}) filter (where ${runs.status} = 'queued')`;
const dated = <T extends { oldestQueued: string | null }>(row: T) => ({
  ...row,
  oldestQueued: row.oldestQueued === null ? null : new Date(row.oldestQueued),
});

export async function queueFigures(db: Reader) {
  const [[row], [alive]] = await Promise.all([
    db
      .select({ ...counts, oldestQueued })
      .from(runs)
      .where(isOpen),
    db.select({ n: count() }).from(workers).where(isAlive),
  ]);
  const none = { queued: 0, running: 0, waiting: 0, oldestQueued: null };
  return { ...dated(row ?? none), workers: alive?.n ?? 0 };
}

export async function viewQueue(db: Reader) {
  const { workers: _alive, ...figures } = await queueFigures(db);
  const [byTeam, found] = await Promise.all([
    db
      .select({ _id: teams.id, name: teams.name, orgName: orgs.name, ...counts, oldestQueued })
      .from(runs)
      .innerJoin(teams, eq(teams.id, runs.teamId))
      .innerJoin(orgs, eq(orgs.id, teams.orgId))
      .where(isOpen)
      .groupBy(teams.id, orgs.id)
      .orderBy(desc(count()), asc(teams.id))
      .limit(teamsMost),
    db
      .select({ worker: workers, alive: sql<boolean>`${isAlive}` })
      .from(workers)
      .orderBy(desc(workers.lastBeat), asc(workers.id))
      .limit(workersMost),
  ]);
  return {
    ...figures,
    teams: byTeam.map(dated),
    workers: found.map(({ worker: { id, ...worker }, alive }) => ({ _id: id, ...worker, alive })),
  };
}

/** One page of the runs that have not ended, the oldest first. */
export async function listRuns(db: Db, query: z.output<typeof shapes.runs.query>) {
  const { status, teamId, before } = query;
  const own = and(status ? eq(runs.status, status) : isOpen, teamId ? eq(runs.teamId, teamId) : undefined);
  // Whatever has become of it since: a run that has ended is still a place in the order.
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
  if (start && found.length === 0) await requireStart(db.select({ id: runs.id }).from(runs).where(start));
  const rows = found.slice(0, query.limit).map(({ run, ...names }) => {
    const { id, teamId, attempt, leaseOwner, leaseUntil, cancelRequested, dateCreated } = run;
    return {
      ...{ _id: id, teamId, ...names, status: run.status as Open, attempt, cancelRequested, dateCreated },
      ...{ worker: leaseOwner, leaseUntil },
    };
  });
  return { runs: rows, next: found.length > query.limit ? (rows.at(-1)?._id ?? null) : null };
}

async function openRun(tx: Tx, runId: string) {
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
  if (!run) throw notFound("This run");
  if (!(openStates as readonly string[]).includes(run.status)) throw new AppError("conflict", "This run has ended.");
  return run;
}

/** Asks for its end; `cancelRun` brings it about once this is committed. */
export async function askCancel(tx: Tx, runId: string) {
  const { teamId, sessionId } = await openRun(tx, runId);
  await requestCancel(tx, eq(runs.id, runId));
  return { teamId, sessionId };
}

/**
 * Takes a run from its worker, which hears of it at its next beat, and lets any other take it up at once. It counts as an
 * interruption: with the same number the attempt that is taken from would hold the next one's lease.
 */
export async function giveBackRun(tx: Tx, runId: string): Promise<void> {
  const run = await openRun(tx, runId);
  if (run.status !== "running")
    throw new AppError("conflict", "No worker has this run: there is nothing to give back.");
  await tx.update(runs).set({ status: "queued", leaseOwner: null, leaseUntil: null }).where(eq(runs.id, runId));
  await notify(tx, runChannel, "queued");
}
