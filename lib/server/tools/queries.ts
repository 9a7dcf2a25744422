import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ToolType } from "@/lib/constants/tools";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import type { Defined } from "@/lib/contract/tool-kinds/all";
import type { shapes, toolSchema } from "@/lib/contract/tools";
import { editorName } from "../accounts/service";
import { agents } from "../agents/table";
import { assets } from "../assets/table";
import { datasources } from "../datasources/table";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { subselect } from "../db/subselect";
import { notFound } from "../http/errors";
import { tasks } from "../tasks/table";
import { maskDefinition, openDefinition } from "./definition";
import { toolRevisions, tools } from "./table";

export type ToolRow = typeof tools.$inferSelect & { type: Defined["type"] };
type Reader = Pick<Db, "select">;
const usersMost = 50;

export async function toolOf(db: Reader, teamId: string, id: string): Promise<ToolRow> {
  const [row] = await db
    .select()
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  if (!row) throw notFound("This tool");
  return row as ToolRow;
}

/** Whether a tool is the only one that searches its datasource; false for one that searches none. */
const onlySearch = () =>
  subselect<boolean>(
    sql`select ${tools.datasourceId} is not null and not exists (select from ${tools} other where other.datasource_id = ${tools}.datasource_id and other.team_id = ${tools}.team_id and other.id <> ${tools}.id)`,
  );

const shown = (db: Reader, teamId: string) =>
  db
    .select({
      tool: tools,
      icon: assets.filename,
      datasourceName: datasources.name,
      onlySearch: onlySearch(),
      revision: sql<number>`coalesce(${toolRevisions.number}, 0)`,
      usedBy: subselect<number>(
        sql`select count(*)::int from ${agents} where ${eq(agents.teamId, teamId)} and ${agents.toolIds} @> array[${tools.id}]`,
      ),
      updatedByName: editorName(tools),
    })
    .from(tools)
    .leftJoin(toolRevisions, and(eq(toolRevisions.id, tools.revisionId), eq(toolRevisions.toolId, tools.id)))
    .leftJoin(datasources, and(eq(datasources.id, tools.datasourceId), eq(datasources.teamId, tools.teamId)))
    .leftJoin(assets, and(eq(assets.id, tools.iconId), eq(assets.teamId, tools.teamId)));

type Summary = z.input<typeof shapes.list.response>["tools"][number];

function toolSummary({ tool, icon, ...beside }: Awaited<ReturnType<typeof shown>>[number]): Summary {
  const { id, teamId: _team, createdBy: _by, updatedBy: _editor, lastRevision: _last, ...own } = tool;
  const { variableNames: _names, ...open } = own;
  return { _id: id, ...open, icon: icon ? { filename: icon } : null, ...beside };
}

/** The tool with its applied definition, secrets masked. */
export async function viewTool(db: Reader, teamId: string, id: string): Promise<z.input<typeof toolSchema>> {
  const [row] = await shown(db, teamId).where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  if (!row) throw notFound("This tool");
  const { revisionId } = row.tool;
  const [applied] = await db
    .select({ definition: toolRevisions.definition })
    .from(toolRevisions)
    .where(and(eq(toolRevisions.toolId, id), eq(toolRevisions.id, revisionId)));
  if (!applied) throw new Error(`The tool ${id} has no revision that is applied.`);
  const type = row.tool.type as Defined["type"];
  const { definition } = maskDefinition(openDefinition(type, applied.definition, { teamId, revisionId }));
  return { ...toolSummary(row), type, definition } as z.input<typeof toolSchema>;
}

type Filter = { datasourceId?: string | undefined; type?: ToolType | undefined };

export async function listTools(db: Db, teamId: string, query: ListQuery & Filter) {
  const { where, order, limit, cut } = keyset(db, tools, teamId, query);
  const chosen = query.datasourceId ? eq(tools.datasourceId, query.datasourceId) : undefined;
  const kind = query.type ? eq(tools.type, query.type) : undefined;
  const found = await shown(db, teamId)
    .where(and(where, chosen, kind))
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = await cut(found, ({ tool }) => tool.id);
  return { tools: rows.map(toolSummary), next };
}

/** The datasource that only this tool searches, by its name, or null. */
export async function onlySearchOf(db: Reader, teamId: string, id: string): Promise<string | null> {
  const [row] = await shown(db, teamId).where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  return row?.onlySearch ? row.datasourceName : null;
}

/** Agents and tasks that have one of the tools. */
export async function usersOfTools(db: Reader, teamId: string, ids: string[]): Promise<UsedBy> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ _id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), sql`${agents.toolIds} && ${sql.param(ids)}::text[]`))
    .orderBy(asc(agents.name))
    .limit(usersMost);
  const inTasks = await db
    .select({ _id: tasks.id, name: tasks.name })
    .from(tasks)
    .where(and(eq(tasks.teamId, teamId), sql`${tasks.toolIds} && ${sql.param(ids)}::text[]`))
    .orderBy(asc(tasks.name))
    .limit(usersMost);
  return [...rows.map((row) => ({ type: "agent", ...row })), ...inTasks.map((row) => ({ type: "task", ...row }))];
}

/** Agents that have the tool, each with the revision that it stays with, or null. */
export async function agentsOfTool(db: Reader, teamId: string, toolId: string) {
  return db
    .select({
      _id: agents.id,
      name: agents.name,
      revisionId: sql<string | null>`${agents.toolRevisions}->>${toolId}`,
    })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), sql`${agents.toolIds} @> array[${toolId}]::text[]`))
    .orderBy(asc(agents.name))
    .limit(500);
}

/** Agents that stay with one revision of a tool. */
export async function agentsPinnedTo(db: Reader, teamId: string, toolId: string, revisionId: string): Promise<UsedBy> {
  const rows = await db
    .select({ _id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), sql`${agents.toolRevisions}->>${toolId} = ${revisionId}`))
    .orderBy(asc(agents.name))
    .limit(usersMost);
  return rows.map((row) => ({ type: "agent", ...row }));
}

export const toolsOf = async (db: Reader, teamId: string, ids: readonly string[]): Promise<ToolRow[]> =>
  ids.length === 0
    ? []
    : ((await db
        .select()
        .from(tools)
        .where(and(eq(tools.teamId, teamId), inArray(tools.id, [...ids])))) as ToolRow[]);
