import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ListQuery } from "@/lib/contract/base/fields";
import { pickFields } from "@/lib/contract/base/fields";
import { publicationSchema } from "@/lib/contract/publications/schemas";
import { selectEditorName } from "../../access/accounts/service";
import { matchesVisibility, toVisibility, type Viewer, type Visibility } from "../../access/visibility/visible";
import { budgetColumns } from "../../engine/budgets/budget";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { budgets } from "../../platform/db/tables/budgets";
import { publicationKeys, publications } from "../../platform/db/tables/publications";
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
