import { and, desc, eq, or, sql } from "drizzle-orm";
import type { ListQuery } from "@/lib/contract/base/fields";
import { Permission } from "@/lib/permissions/bits";
import { selectEditorName } from "../../access/accounts/service";
import { requirePermissions } from "../../access/auth/permissions";
import { matchesVisibility, toVisibility, type Viewer, type Visibility } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { testSetRevisions, testSets } from "../../platform/db/tables/test-sets";
import { notFound } from "../../platform/errors/errors";
import { measureJudge } from "./judge-agreement";
import { findLastEvaluations } from "./summaries";

export type TestSetRow = typeof testSets.$inferSelect;

const maxRevisions = 100;

/** The app of a test set is visible, or it tests an agent. */
const isVisible = (given: Parameters<typeof matchesVisibility>[0]) =>
  or(sql`${testSets.agentId} is not null`, and(sql`${apps.id} is not null`, matchesVisibility(given, apps)));

/** Returns the test set. Throws 404 if it does not exist, belongs to another team, or tests an app that is not visible. */
export async function getTestSet(db: Reader, viewer: Viewer, id: string): Promise<TestSetRow> {
  const [row] = await db
    .select({ testSet: testSets })
    .from(testSets)
    .leftJoin(apps, eq(apps.id, testSets.appId))
    .where(and(eq(testSets.teamId, viewer.teamId), eq(testSets.id, id), isVisible(toVisibility(viewer))));
  if (!row) throw notFound("This test set");
  return row.testSet;
}

/** Throws 403 unless the caller may edit what the set tests. */
export const requireEditor = (caller: Pick<Viewer, "permissions">, { agentId }: Pick<TestSetRow, "agentId">): void =>
  requirePermissions(caller, [agentId ? Permission.EDIT_AGENT : Permission.EDIT_APP]);

const selectView = (db: Reader) =>
  db
    .select({
      testSet: testSets,
      testedName: sql<string | null>`coalesce(${agents.name}, ${apps.name})`,
      updatedByName: selectEditorName(testSets),
    })
    .from(testSets)
    .leftJoin(agents, eq(agents.id, testSets.agentId))
    .leftJoin(apps, eq(apps.id, testSets.appId));

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

function toSummary({ testSet, ...row }: ViewRow, last: Awaited<ReturnType<typeof findLastEvaluations>>) {
  return {
    ...testSet,
    ...row,
    _id: testSet.id,
    caseCount: testSet.cases.length,
    requiredCount: testSet.cases.filter(({ required }) => required).length,
    lastEvaluation: last.get(testSet.id) ?? null,
  };
}

export async function viewTestSet(db: Reader, viewer: Viewer, id: string) {
  const { teamId } = await getTestSet(db, viewer, id);
  const [row] = await selectView(db).where(and(eq(testSets.teamId, teamId), eq(testSets.id, id)));
  if (!row) throw notFound("This test set");
  const judge = await measureJudge(db, row.testSet);
  return { ...toSummary(row, await findLastEvaluations(db, [id])), cases: row.testSet.cases, judge };
}

type Filter = Visibility & { agentId?: string; appId?: string };

const readPage = defineTeamList<Filter>()(
  {
    columns: testSets,
    visible: (given, db) =>
      or(
        sql`${testSets.agentId} is not null`,
        sql`exists ${db
          .select({ one: sql`1` })
          .from(apps)
          .where(and(eq(apps.id, testSets.appId), matchesVisibility(given, apps)))}`,
      ),
    matches: ({ agentId, appId }) => and(agentId && eq(testSets.agentId, agentId), appId && eq(testSets.appId, appId)),
  },
  (db, _given, page) => onPage(selectView(db as Reader), page),
  ({ testSet }) => testSet.id,
);

export async function listTestSets(
  db: Reader,
  viewer: Viewer,
  query: ListQuery & { agentId?: string; appId?: string },
) {
  const { rows, next } = await readPage(db, { ...query, teamId: viewer.teamId, ...toVisibility(viewer) });
  const last = await findLastEvaluations(
    db,
    rows.map(({ testSet }) => testSet.id),
  );
  return { testsets: rows.map((row) => toSummary(row, last)), next };
}

/** Newest first. */
export async function listTestSetRevisions(db: Reader, viewer: Viewer, id: string) {
  await getTestSet(db, viewer, id);
  const revisions = await db
    .select({
      number: testSetRevisions.number,
      cases: sql<number>`jsonb_array_length(${testSetRevisions.cases})`,
      author: accounts.name,
      date: testSetRevisions.date,
    })
    .from(testSetRevisions)
    .leftJoin(accounts, eq(accounts.id, testSetRevisions.createdBy))
    .where(eq(testSetRevisions.testSetId, id))
    .orderBy(desc(testSetRevisions.number))
    .limit(maxRevisions);
  return { revisions };
}
