import { and, eq, sql } from "drizzle-orm";
import { retrieverLabels } from "@/lib/constants/tools";
import type { Issue, UsedBy } from "@/lib/contract/error";
import { ragDefinition } from "@/lib/contract/tool-kinds/rag";
import { pluralize } from "@/lib/utils/pluralize";
import { trimBothOf } from "@/lib/utils/trim-characters";
import { agents } from "../agents/table";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { AppError } from "../http/errors";
import { tasks } from "../tasks/table";
import { maskDefinition } from "./definition";
import { type ToolRow, toolsOf, usersOfTools } from "./queries";
import { newestOf, openRevision, revisionOf } from "./revisions";
import { toolRevisions, tools } from "./table";

type Reader = Pick<Db, "select">;
const functionNameMost = 64;

/** Holds the team's names of functions until the transaction ends. */
const holdNames = (tx: Tx, teamId: string) => tx.execute(sql`select pg_advisory_xact_lock(6, hashtext(${teamId}))`);

async function isTaken(tx: Tx, teamId: string, functionName: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.functionName, functionName)));
  return row !== undefined;
}

/** A function's name that the team has not, made of a name. */
export async function freeFunctionName(tx: Tx, teamId: string, name: string): Promise<string> {
  await holdNames(tx, teamId);
  const plain = name.normalize("NFKD").replace(/[^a-zA-Z0-9]+/g, "_");
  const base = trimBothOf(plain, /_/).toLowerCase() || "tool";
  for (let i = 1; ; i += 1) {
    const end = i === 1 ? "" : `_${i}`;
    const wanted = `${base.slice(0, functionNameMost - end.length)}${end}`;
    if (!(await isTaken(tx, teamId, wanted))) return wanted;
  }
}

/** Refuses a function's name that another tool of the team has. */
export async function requireFunctionName(tx: Tx, teamId: string, functionName: string): Promise<void> {
  await holdNames(tx, teamId);
  if (!(await isTaken(tx, teamId, functionName))) return;
  const message = `Your team has a tool named ${functionName} already.`;
  throw new AppError("conflict", message, { issues: [{ path: "functionName", message }] });
}

/** The tool by which agents ask a datasource. Answers its id. */
export async function makeRagTool(
  tx: Tx,
  { teamId, createdBy, name, description }: { teamId: string; createdBy: string; name: string; description: string },
  datasourceId: string,
): Promise<string> {
  const id = newId("tool");
  const revisionId = newId("revision");
  const definition = ragDefinition.parse({ datasourceId });
  await tx.insert(tools).values({
    ...{ id, teamId, createdBy, name, type: "rag", state: "ready", datasourceId, revisionId },
    summary: `${retrieverLabels[definition.retriever.type]}, at most ${pluralize(definition.retriever.k, "passage")}`,
    description: description || `Finds passages in "${name}". Ask it in plain words.`,
    functionName: await freeFunctionName(tx, teamId, `search ${name}`),
  });
  await tx.insert(toolRevisions).values({ id: revisionId, toolId: id, number: 1, definition, createdBy });
  return id;
}

/** The tool that was made with a datasource, or one that was made for it since. */
export async function ragToolOf(db: Reader, teamId: string, datasourceId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.datasourceId, datasourceId)))
    .orderBy(tools.dateCreated)
    .limit(1);
  return row?.id ?? null;
}

/** The ids of all tools that ask a datasource. */
export async function toolsOfDatasource(db: Reader, teamId: string, datasourceId: string): Promise<string[]> {
  const rows = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.datasourceId, datasourceId)));
  return rows.map(({ id }) => id);
}

/** Agents that ask a datasource by any of its tools. */
export const usersOfDatasource = async (db: Reader, teamId: string, datasourceId: string): Promise<UsedBy> =>
  usersOfTools(db, teamId, await toolsOfDatasource(db, teamId, datasourceId));

/** Takes tools out of all agents and tasks that have them. */
export async function forgetTools(tx: Tx, teamId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(agents)
    .set({
      toolIds: sql`array(select one from unnest(${agents.toolIds}) with ordinality t (one, n) where one <> all(${sql.param(ids)}::text[]) order by n)`,
      toolRevisions: sql`${agents.toolRevisions} - ${sql.param(ids)}::text[]`,
    })
    .where(and(eq(agents.teamId, teamId), sql`${agents.toolIds} && ${sql.param(ids)}::text[]`));
  await tx
    .update(tasks)
    .set({
      toolIds: sql`array(select one from unnest(${tasks.toolIds}) with ordinality t (one, n) where one <> all(${sql.param(ids)}::text[]) order by n)`,
    })
    .where(and(eq(tasks.teamId, teamId), sql`${tasks.toolIds} && ${sql.param(ids)}::text[]`));
}

/**
 * One issue for each tool whose revision is none of its own. The revisions are held: none of them is deleted until the
 * transaction ends.
 */
export async function pinIssues(db: Reader, teamId: string, pins: Record<string, string> = {}): Promise<Issue[]> {
  const ids = Object.values(pins);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: toolRevisions.id, toolId: toolRevisions.toolId })
    .from(toolRevisions)
    .innerJoin(tools, eq(tools.id, toolRevisions.toolId))
    .where(and(eq(tools.teamId, teamId), sql`${toolRevisions.id} = any(${sql.param(ids)}::text[])`))
    .orderBy(toolRevisions.id)
    .for("key share", { of: toolRevisions });
  return Object.entries(pins).flatMap(([toolId, id]) =>
    rows.some((row) => row.id === id && row.toolId === toolId)
      ? []
      : [{ path: `toolRevisions.${toolId}`, message: "This revision does not exist or was deleted." }],
  );
}

/** Those pins whose revisions are there, which are held. */
export async function standingPins(db: Reader, teamId: string, pins: Record<string, string>) {
  const gone = new Set((await pinIssues(db, teamId, pins)).map(({ path }) => path));
  return Object.fromEntries(Object.entries(pins).filter(([toolId]) => !gone.has(`toolRevisions.${toolId}`)));
}

/** One issue for each id that is no tool of the team's. */
export async function toolIssues(db: Reader, teamId: string, ids: readonly string[] | undefined): Promise<Issue[]> {
  const known = new Set((await toolsOf(db, teamId, ids ?? [])).map(({ id }) => id));
  return (ids ?? []).flatMap((id, i) =>
    known.has(id) ? [] : [{ path: `toolIds.${i}`, message: "This does not exist or was deleted." }],
  );
}

/** A tool as the audit log has it: with its applied definition, masked, and in memory alone in clear. */
export async function auditedTool(tx: Tx, row: ToolRow) {
  const { revision } = await revisionOf(tx, row.teamId, row.revisionId, row.id);
  const newest = await newestOf(tx, row);
  const defined = openRevision(row, revision);
  const { revisionId: _id, lastRevision: _last, variableNames: _names, summary: _summary, ...own } = row;
  const { number, confirmedNames } = revision;
  const numbers = { revision: number, newestRevision: newest?.number ?? number, confirmedNames };
  return {
    shown: { ...own, ...numbers, definition: maskDefinition(defined).definition },
    exact: { ...own, ...numbers, definition: defined.definition },
  };
}

/** The tool that a revision is of. */
export const toolIdOfRevision = async (tx: Tx, teamId: string, id: string): Promise<string | undefined> =>
  (await revisionOf(tx, teamId, id).catch(() => undefined))?.tool.id;
