import { and, desc, eq, sql } from "drizzle-orm";
import { revisionsListed, revisionsWhole } from "@/lib/constants/tools";
import type { Defined } from "@/lib/contract/tool-kinds/all";
import { accounts } from "../accounts/table";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { notFound } from "../http/errors";
import { knownNames } from "../variables/service";
import { type Confirmed, maskDefinition, namesInSecrets, openDefinition, sealDefinition } from "./definition";
import { agentsOfTool, type ToolRow } from "./queries";
import { toolRevisions, tools } from "./table";
import { kindOf } from "./types/all";
import type { Standing } from "./types/kind";

type Reader = Pick<Db, "select">;
export type RevisionRow = typeof toolRevisions.$inferSelect;

/** A revision with its tool, or 404 for one that does not exist and for another team's. */
export async function revisionOf(
  db: Reader,
  teamId: string,
  id: string,
  toolId?: string,
): Promise<{ revision: RevisionRow; tool: ToolRow }> {
  const own = and(eq(tools.teamId, teamId), eq(toolRevisions.id, id), toolId ? eq(tools.id, toolId) : undefined);
  const [row] = await db
    .select({ revision: toolRevisions, tool: tools })
    .from(toolRevisions)
    .innerJoin(tools, eq(tools.id, toolRevisions.toolId))
    .where(own);
  if (!row) throw notFound("This revision");
  return row as { revision: RevisionRow; tool: ToolRow };
}

/** A definition with what was read out of it when it was saved, and which revision it is where it is stored. */
export type Loaded = Confirmed & { prepared: unknown; revision?: { number: number; applied: boolean } };

/** In clear, only in memory. */
export const openRevision = (
  { teamId, type, revisionId }: ToolRow,
  { id, number, definition, prepared, confirmedNames }: RevisionRow,
): Loaded => ({
  ...openDefinition(type, definition, { teamId, revisionId: id }),
  ...{ prepared, confirmed: confirmedNames, revision: { number, applied: id === revisionId } },
});

export async function appliedOf(db: Reader, tool: ToolRow): Promise<{ row: RevisionRow; defined: Loaded }> {
  const { revision } = await revisionOf(db, tool.teamId, tool.revisionId, tool.id);
  return { row: revision, defined: openRevision(tool, revision) };
}

export async function newestOf(db: Reader, tool: ToolRow): Promise<RevisionRow | undefined> {
  const [row] = await db
    .select()
    .from(toolRevisions)
    .where(eq(toolRevisions.toolId, tool.id))
    .orderBy(desc(toolRevisions.number))
    .limit(1);
  return row;
}

interface NewRevision {
  teamId: string;
  toolId: string;
  id: string;
  number: number;
  defined: Loaded;
  standing: Standing;
  note?: string | undefined;
  accountId: string;
}

export async function insertRevision(tx: Tx, { teamId, toolId, id, number, defined, ...sent }: NewRevision) {
  const { standing, note = "", accountId: createdBy } = sent;
  const definition = sealDefinition(defined, { teamId, revisionId: id });
  // What else stands in braces can be part of a secret: only names of variables are stored in clear.
  const confirmedNames = await knownNames(tx, teamId, defined.confirmed);
  await tx.insert(toolRevisions).values({
    id,
    toolId,
    number,
    definition,
    confirmedNames,
    prepared: defined.prepared,
    note,
    createdBy,
    ...standing,
  });
}

export const newRevisionId = (): string => newId("revision");

/** What a tool's row says of the revision that is applied. */
export async function appliedColumns(tx: Tx, teamId: string, id: string, defined: Defined, standing: Standing) {
  return {
    revisionId: id,
    state: standing.state,
    stateMessage: "stateMessage" in standing ? standing.stateMessage : null,
    summary: kindOf(defined.type).summary(defined.definition),
    variableNames: await knownNames(tx, teamId, namesInSecrets(defined)),
    datasourceId: defined.type === "rag" ? defined.definition.datasourceId : null,
  };
}

/** Larger definitions are read one by one. */
const wholeMost = 100_000;

/** Newest first; of many, the older ones without their definitions. */
export async function listRevisions(db: Reader, tool: ToolRow) {
  const users = await agentsOfTool(db, tool.teamId, tool.id);
  const rows = await db
    .select({
      ...{ id: toolRevisions.id, toolId: toolRevisions.toolId, number: toolRevisions.number },
      ...{ note: toolRevisions.note, createdBy: toolRevisions.createdBy, date: toolRevisions.date },
      definition: sql<Record<
        string,
        unknown
      > | null>`case when row_number() over (order by ${toolRevisions.number} desc) <= ${revisionsWhole} and length(${toolRevisions.definition}::text) < ${wholeMost} then ${toolRevisions.definition} end`,
      createdByName: accounts.name,
    })
    .from(toolRevisions)
    .leftJoin(accounts, eq(accounts.id, toolRevisions.createdBy))
    .where(eq(toolRevisions.toolId, tool.id))
    .orderBy(desc(toolRevisions.number))
    .limit(revisionsListed);
  return rows.map(({ id, definition, ...row }) => ({
    ...{ _id: id, ...row, applied: id === tool.revisionId },
    definition:
      definition &&
      maskDefinition(openDefinition(tool.type, definition, { teamId: tool.teamId, revisionId: id })).definition,
    pinnedBy: users.filter(({ revisionId }) => revisionId === id).map(({ _id, name }) => ({ _id, name })),
  }));
}

export async function viewRevision(db: Reader, teamId: string, id: string) {
  const { revision, tool } = await revisionOf(db, teamId, id);
  const [author] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, revision.createdBy ?? ""));
  const users = await agentsOfTool(db, teamId, tool.id);
  const { toolId, number, note, createdBy, date } = revision;
  return {
    ...{ _id: id, toolId, number, note, createdBy, date, createdByName: author?.name ?? null },
    definition: maskDefinition(openRevision(tool, revision)).definition,
    applied: id === tool.revisionId,
    pinnedBy: users.filter(({ revisionId }) => revisionId === id).map(({ _id, name }) => ({ _id, name })),
  };
}
