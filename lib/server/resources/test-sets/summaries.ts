import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { EvaluationSummary } from "@/lib/contract/evaluations/results";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { EvaluationRow } from "../../engine/evaluations/lease";
import type { Reader } from "../../platform/db/client";
import { noSuchPage } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { evaluationAttempts as attempts, evaluations, testSets } from "../../platform/db/tables/test-sets";
import { type Counts, computeRate } from "./rate";

type Summary = Omit<EvaluationSummary, "dateCreated" | "dateEnded"> & { dateCreated: Date; dateEnded: Date | null };

const countOutcome = (outcome: string) => sql<number>`(count(*) filter (where ${attempts.outcome} = ${outcome}))::int`;

/** Attempts by evaluation and case. */
const countByCase = (db: Reader, ids: string[]) =>
  db
    .select({
      evaluationId: attempts.evaluationId,
      attempts: sql<number>`count(*)::int`,
      ended: sql<number>`count(${attempts.outcome})::int`,
      passed: countOutcome("passed"),
      failed: countOutcome("failed"),
      notMeasured: countOutcome("not_measured"),
      costUsd: sql<number | null>`sum(${attempts.costUsd})`,
    })
    .from(attempts)
    .where(inArray(attempts.evaluationId, ids))
    .groupBy(attempts.evaluationId, attempts.caseId);

/** Adds figures to evaluations. */
export async function summarize(
  db: Reader,
  rows: readonly { evaluation: EvaluationRow; author: string | null }[],
): Promise<Summary[]> {
  if (rows.length === 0) return [];
  const counts = await countByCase(
    db,
    rows.map(({ evaluation }) => evaluation.id),
  );
  return rows.map(({ evaluation, author }) => {
    const own = counts.filter(({ evaluationId }) => evaluationId === evaluation.id);
    const sum = (key: keyof Counts | "attempts" | "ended") => own.reduce((total, one) => total + one[key], 0);
    const { id, subject, testSetRevision, status, reason, repeat, estimatedCost, dateCreated, dateEnded } = evaluation;
    const costs = own.flatMap(({ costUsd }) => costUsd ?? []);
    return {
      _id: id,
      status,
      reason,
      repeat,
      estimatedCost,
      dateCreated,
      dateEnded,
      author,
      label: subject.label,
      revision: subject.revision,
      testsetRevision: testSetRevision,
      attempts: sum("attempts"),
      ended: sum("ended"),
      costUsd: costs.length === 0 ? null : costs.reduce((total, one) => total + one, 0),
      rate: computeRate(own, repeat),
    };
  });
}

const selectRows = (db: Reader) =>
  db
    .select({ evaluation: evaluations, author: accounts.name })
    .from(evaluations)
    .leftJoin(accounts, eq(accounts.id, evaluations.createdBy));

/** The newest evaluation of each set. */
export async function findLastEvaluations(db: Reader, setIds: string[]): Promise<Map<string, Summary>> {
  if (setIds.length === 0) return new Map();
  // IDs ascend with time.
  const last = await db
    .select({ id: sql<string>`max(${evaluations.id})` })
    .from(evaluations)
    .where(inArray(evaluations.testSetId, setIds))
    .groupBy(evaluations.testSetId);
  const ids = last.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await selectRows(db).where(inArray(evaluations.id, ids));
  const summaries = await summarize(db, rows);
  return new Map(rows.flatMap(({ evaluation }, i) => (summaries[i] ? [[evaluation.testSetId, summaries[i]]] : [])));
}

/** Evaluations of sets, newest first. */
export async function listEvaluations(
  db: Reader,
  teamId: string,
  setIds: string[],
  { before, limit }: { before?: string | undefined; limit: number },
) {
  if (setIds.length === 0) return { evaluations: [], next: null };
  const own = and(eq(evaluations.teamId, teamId), inArray(evaluations.testSetId, setIds));
  const [cursor] = before
    ? await db
        .select()
        .from(evaluations)
        .where(and(own, eq(evaluations.id, before)))
    : [];
  if (before && !cursor) throw noSuchPage();
  const earlier = cursor && lt(evaluations.id, cursor.id);
  const rows = await selectRows(db)
    .where(and(own, earlier))
    .orderBy(desc(evaluations.id))
    .limit(limit + 1);
  const page = await summarize(db, rows.slice(0, limit));
  return { evaluations: page, next: rows.length > limit ? (page.at(-1)?._id ?? null) : null };
}

export const findSummaryRow = async (db: Reader, teamId: string, id: string) => {
  const [row] = await selectRows(db).where(and(eq(evaluations.teamId, teamId), eq(evaluations.id, id)));
  return row;
};

const maxSets = 500;

/** The IDs of the visible test sets, of one set, agent or app if given. */
export async function findVisibleSets(
  db: Reader,
  viewer: Viewer,
  {
    testsetId,
    agentId,
    appId,
  }: { testsetId?: string | undefined; agentId?: string | undefined; appId?: string | undefined },
): Promise<string[]> {
  const rows = await db
    .select({ id: testSets.id })
    .from(testSets)
    .leftJoin(apps, eq(apps.id, testSets.appId))
    .where(
      and(
        eq(testSets.teamId, viewer.teamId),
        testsetId ? eq(testSets.id, testsetId) : undefined,
        agentId ? eq(testSets.agentId, agentId) : undefined,
        appId ? eq(testSets.appId, appId) : undefined,
        or(isNull(testSets.appId), matchesVisible(viewer, apps)),
      ),
    )
    .limit(maxSets);
  return rows.map(({ id }) => id);
}
