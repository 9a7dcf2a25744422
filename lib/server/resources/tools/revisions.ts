import { and, desc, eq, sql } from "drizzle-orm";
import { maxListedRevisions, maxWholeRevisions } from "@/lib/constants/tools";
import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import type { Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { toolRevisions, tools } from "../../platform/db/tables/tools";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import type { ToolRow } from "../references/tools";
import { findExistingNames } from "../references/variables";
import {
  type ConfirmedDefinition,
  listNamesInSecrets,
  maskDefinition,
  openDefinition,
  sealDefinition,
} from "./definition";
import { listToolAgents } from "./queries";
import { getToolImplementation } from "./types/all";
import type { ToolStatus } from "./types/kind";

export type RevisionRow = typeof toolRevisions.$inferSelect;

/** Returns a revision with its tool. Throws 404 if it does not exist or belongs to another team. */
export async function getRevision(
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

/** A definition with its prepared functions, and its revision if stored. */
export type LoadedDefinition = ConfirmedDefinition & {
  prepared: unknown;
  revision?: { number: number; applied: boolean };
};

/** Decrypted, in memory only. */
export const openRevision = (
  { teamId, type, revisionId }: ToolRow,
  { id, number, definition, prepared, confirmedNames }: RevisionRow,
): LoadedDefinition => ({
  ...openDefinition(type, definition, { teamId, revisionId: id }),
  prepared,
  confirmed: confirmedNames,
  revision: { number, applied: id === revisionId },
});

export async function getAppliedRevision(
  db: Reader,
  tool: ToolRow,
): Promise<{ row: RevisionRow; defined: LoadedDefinition }> {
  const { revision } = await getRevision(db, tool.teamId, tool.revisionId, tool.id);
  return { row: revision, defined: openRevision(tool, revision) };
}

export async function findNewestRevision(db: Reader, tool: ToolRow): Promise<RevisionRow | undefined> {
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
  defined: LoadedDefinition;
  status: ToolStatus;
  note?: string | undefined;
  accountId: string;
}

export async function insertRevision(tx: Tx, { teamId, toolId, id, number, defined, ...sent }: NewRevision) {
  const { status, note = "", accountId: createdBy } = sent;
  const definition = sealDefinition(defined, { teamId, revisionId: id });
  // Other text in braces may be part of a secret: only variable names are stored unencrypted.
  const confirmedNames = await findExistingNames(tx, teamId, defined.confirmed);
  await tx.insert(toolRevisions).values({
    id,
    toolId,
    number,
    definition,
    confirmedNames,
    prepared: defined.prepared,
    note,
    createdBy,
    ...status,
  });
}

export const newRevisionId = (): string => newId("revision");

/** The tool's columns for its applied revision. */
export async function toAppliedColumns(
  tx: Tx,
  teamId: string,
  id: string,
  defined: TypedDefinition,
  status: ToolStatus,
) {
  return {
    revisionId: id,
    state: status.state,
    stateMessage: "stateMessage" in status ? status.stateMessage : null,
    summary: getToolImplementation(defined.type).summary(defined.definition),
    variableNames: await findExistingNames(tx, teamId, listNamesInSecrets(defined)),
    datasourceId: defined.type === "rag" ? defined.definition.datasourceId : null,
  };
}

/** Larger definitions are loaded one by one. */
const maxWholeChars = 100_000;

/** Newest first; beyond a limit, older ones without their definitions. */
export async function listRevisions(db: Reader, tool: ToolRow) {
  const users = await listToolAgents(db, tool.teamId, tool.id);
  const rows = await db
    .select({
      id: toolRevisions.id,
      toolId: toolRevisions.toolId,
      number: toolRevisions.number,
      note: toolRevisions.note,
      createdBy: toolRevisions.createdBy,
      date: toolRevisions.date,
      definition: sql<Record<
        string,
        unknown
      > | null>`case when row_number() over (order by ${toolRevisions.number} desc) <= ${maxWholeRevisions} and length(${toolRevisions.definition}::text) < ${maxWholeChars} then ${toolRevisions.definition} end`,
      createdByName: accounts.name,
    })
    .from(toolRevisions)
    .leftJoin(accounts, eq(accounts.id, toolRevisions.createdBy))
    .where(eq(toolRevisions.toolId, tool.id))
    .orderBy(desc(toolRevisions.number))
    .limit(maxListedRevisions);
  return rows.map(({ id, definition, ...row }) => ({
    _id: id,
    ...row,
    applied: id === tool.revisionId,
    definition:
      definition &&
      maskDefinition(openDefinition(tool.type, definition, { teamId: tool.teamId, revisionId: id })).definition,
    pinnedBy: users.filter(({ revisionId }) => revisionId === id).map(({ _id, name }) => ({ _id, name })),
  }));
}

export async function viewRevision(db: Reader, teamId: string, id: string) {
  const { revision, tool } = await getRevision(db, teamId, id);
  const [author] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, revision.createdBy ?? ""));
  const users = await listToolAgents(db, teamId, tool.id);
  const { toolId, number, note, createdBy, date } = revision;
  return {
    _id: id,
    toolId,
    number,
    note,
    createdBy,
    date,
    createdByName: author?.name ?? null,
    definition: maskDefinition(openRevision(tool, revision)).definition,
    applied: id === tool.revisionId,
    pinnedBy: users.filter(({ revisionId }) => revisionId === id).map(({ _id, name }) => ({ _id, name })),
  };
}

/** The tool of a revision. */
export const findToolId = async (tx: Tx, teamId: string, id: string): Promise<string | undefined> =>
  (await getRevision(tx, teamId, id).catch(() => undefined))?.tool.id;
