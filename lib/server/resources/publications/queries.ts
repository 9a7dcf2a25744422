import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ListQuery } from "@/lib/contract/base/fields";
import { pickFields } from "@/lib/contract/base/fields";
import { type publicationCallSchema, publicationSchema } from "@/lib/contract/publications/schemas";
import { selectEditorName } from "../../access/accounts/service";
import { matchesVisibility, toVisibility, type Viewer, type Visibility } from "../../access/visibility/visible";
import { budgetColumns } from "../../engine/budgets/budget";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage, requireCursor } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { budgets } from "../../platform/db/tables/budgets";
import { publicationCalls, publicationKeys, publications } from "../../platform/db/tables/publications";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { modelCalls } from "../../platform/db/tables/usage";
import { notFound } from "../../platform/errors/errors";
import { canChange, type PublicationRow } from "./form";
import { findPublicationProblem } from "./service";

type View = z.input<typeof publicationSchema>;

/** Visible to those who see its app. */
const isVisible = (given: Parameters<typeof matchesVisibility>[0]) => matchesVisibility(given, apps);

const ownRow = (viewer: Viewer, id: string) =>
  and(eq(publications.teamId, viewer.teamId), eq(publications.id, id), isVisible(toVisibility(viewer)));

const matchesApp = and(eq(apps.id, publications.appId), eq(apps.teamId, publications.teamId));

/** Returns the publication. Throws 404 if it does not exist, belongs to another team, or its app is not visible. */
export async function getPublication(db: Reader, viewer: Viewer, id: string): Promise<PublicationRow> {
  const [row] = await db
    .select({ publication: publications })
    .from(publications)
    .innerJoin(apps, matchesApp)
    .where(ownRow(viewer, id));
  if (!row) throw notFound("This publication");
  return row.publication;
}

const selectView = (db: Reader) =>
  db
    .select({
      publication: publications,
      app: apps,
      principalName: accounts.name,
      updatedByName: selectEditorName(publications),
    })
    .from(publications)
    .innerJoin(apps, matchesApp)
    .leftJoin(accounts, eq(accounts.id, publications.principalId));

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

/** The keys that are not revoked or expired, by publication, and the budgets of all. */
async function readParts(db: Reader, ids: string[]) {
  const valid = and(
    isNull(publicationKeys.revoked),
    or(isNull(publicationKeys.expires), gt(publicationKeys.expires, new Date())),
  );
  const keys = await db
    .select()
    .from(publicationKeys)
    .where(and(inArray(publicationKeys.publicationId, ids), valid))
    .orderBy(asc(publicationKeys.dateCreated), asc(publicationKeys.id));
  const limited = await db
    .select(budgetColumns)
    .from(budgets)
    .where(inArray(budgets.subjectId, [...ids, ...keys.map(({ id }) => id)]));
  const budgetOf = (subjectId: string): View["budget"] => {
    const row = limited.find((one) => one.subjectId === subjectId);
    if (!row) return null;
    const { money, tokens, hard, spentUsd: costUsd, spentTokens } = row;
    return { money, tokens, mode: hard ? "hard" : "soft", spent: { costUsd, tokens: spentTokens } };
  };
  return { keys, budgetOf };
}

async function toViews(db: Reader, viewer: Viewer, rows: ViewRow[]): Promise<View[]> {
  const { keys, budgetOf } = await readParts(
    db,
    rows.map(({ publication }) => publication.id),
  );
  const views: View[] = [];
  for (const row of rows) {
    const { publication } = row;
    const { id, ways, revision } = publication;
    const own = keys.filter(({ publicationId }) => publicationId === id);
    views.push(
      pickFields(publicationSchema, {
        ...publication,
        ...row,
        _id: id,
        ways: {
          openai: ways.openai !== undefined,
          mcp: ways.mcp ? { description: ways.mcp.description ?? "" } : null,
          webhook: ways.webhook ?? null,
          embed: ways.embed !== undefined,
        },
        revision: revision ?? "follow",
        problem: (await findPublicationProblem(db, row)) ?? null,
        budget: budgetOf(id),
        canEdit: canChange(viewer, publication.principalId),
        keys: own.map((key) => ({
          ...key,
          _id: key.id,
          budget: budgetOf(key.id),
          lastUsedDate: key.lastUsed,
          expirationDate: key.expires,
        })),
      }),
    );
  }
  return views;
}

export async function viewPublication(db: Reader, viewer: Viewer, id: string): Promise<View> {
  const [view] = await toViews(db, viewer, await selectView(db).where(ownRow(viewer, id)));
  if (!view) throw notFound("This publication");
  return view;
}

const readPage = defineTeamList<Visibility & { appId?: string }>()(
  {
    columns: publications,
    visible: (given, db) =>
      sql`exists ${db
        .select({ one: sql`1` })
        .from(apps)
        .where(and(matchesApp, isVisible(given)))}`,
    matches: ({ appId }) => appId && eq(publications.appId, appId),
  },
  (db, _given, page) => onPage(selectView(db as Reader), page),
  ({ publication }) => publication.id,
);

export async function listPublications(db: Reader, viewer: Viewer, query: ListQuery & { appId?: string }) {
  const { rows, next } = await readPage(db, { ...query, ...toVisibility(viewer), teamId: viewer.teamId });
  return { publications: await toViews(db, viewer, rows), next };
}

/** Newest first. The status is that of the run while it has not ended, the cost that of its model calls. */
export async function listCalls(
  db: Reader,
  viewer: Viewer,
  publicationId: string,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const { id, teamId } = await getPublication(db, viewer, publicationId);
  const own = and(eq(publicationCalls.teamId, teamId), eq(publicationCalls.publicationId, id));
  const cursor = and(own, eq(publicationCalls.id, before ?? ""));
  if (before) await requireCursor(db.select({ id: publicationCalls.id }).from(publicationCalls).where(cursor));
  const after = before
    ? sql`(${publicationCalls.at}, ${publicationCalls.id}) < (select at, id from publication_calls where id = ${before} and publication_id = ${id})`
    : undefined;
  const rows = await db
    .select({
      call: publicationCalls,
      keyName: publicationKeys.name,
      runStatus: runs.status,
      sessionId: sessions.id,
      runCost: sql<
        number | null
      >`(select sum(${modelCalls.costUsd}) from ${modelCalls} where ${modelCalls.teamId} = ${teamId}
        and ${modelCalls.at} >= ${publicationCalls.at} and ${modelCalls.runId} = ${publicationCalls.runId})`.mapWith(
        Number,
      ),
    })
    .from(publicationCalls)
    .leftJoin(publicationKeys, eq(publicationKeys.id, publicationCalls.keyId))
    .leftJoin(runs, eq(runs.id, publicationCalls.runId))
    .leftJoin(sessions, and(eq(sessions.id, publicationCalls.sessionId), eq(sessions.teamId, teamId)))
    .where(and(own, after))
    .orderBy(desc(publicationCalls.at), desc(publicationCalls.id))
    .limit(limit + 1);
  const calls = rows.slice(0, limit).map(({ call, runStatus, runCost, ...row }) => ({
    ...row,
    ...pick(call),
    status: toStatus(call.status, runStatus),
    costUsd: call.costUsd ?? runCost,
  }));
  return { calls, next: rows.length > limit ? (calls.at(-1)?._id ?? null) : null };
}

type CallView = z.input<typeof publicationCallSchema>;

const pick = ({ id, way, httpStatus, latencyMs, error, at }: typeof publicationCalls.$inferSelect) => ({
  _id: id,
  way,
  httpStatus,
  latencyMs,
  error,
  date: at,
});

const toStatus = (status: CallView["status"], run: (typeof runs.$inferSelect)["status"] | null): CallView["status"] =>
  run === null ? status : run === "queued" ? "running" : run;
