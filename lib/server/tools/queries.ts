import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import type { toolSchema } from "@/lib/contract/tools";
import { editorName } from "../accounts/service";
import { agents } from "../agents/table";
import { assets } from "../assets/table";
import { datasources } from "../datasources/table";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { subselect } from "../db/subselect";
import { notFound } from "../http/errors";
import { tools } from "./table";

export type ToolRow = typeof tools.$inferSelect;
type Reader = Pick<Db, "select">;
const usersMost = 50;

export async function toolOf(db: Reader, teamId: string, id: string): Promise<ToolRow> {
  const [row] = await db
    .select()
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  if (!row) throw notFound("This tool");
  return row;
}

const shown = (db: Reader, teamId: string) =>
  db
    .select({
      tool: tools,
      icon: assets.filename,
      datasourceName: datasources.name,
      usedBy: subselect<number>(
        sql`select count(*)::int from ${agents} where ${eq(agents.teamId, teamId)} and ${agents.toolIds} @> array[${tools.id}]`,
      ),
      updatedByName: editorName(tools),
    })
    .from(tools)
    .leftJoin(datasources, and(eq(datasources.id, tools.datasourceId), eq(datasources.teamId, tools.teamId)))
    .leftJoin(assets, and(eq(assets.id, tools.iconId), eq(assets.teamId, tools.teamId)));

function toolView({ tool, icon, ...beside }: Awaited<ReturnType<typeof shown>>[number]): z.input<typeof toolSchema> {
  const { id, teamId: _team, createdBy: _by, updatedBy: _editor, datasourceId: _source, ...own } = tool;
  return { _id: id, ...own, icon: icon ? { filename: icon } : null, ...beside };
}

export async function viewTool(db: Reader, teamId: string, id: string) {
  const [row] = await shown(db, teamId).where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  if (!row) throw notFound("This tool");
  return toolView(row);
}

export async function listTools(db: Db, teamId: string, query: ListQuery & { datasourceId?: string }) {
  const { where, order, limit, cut } = keyset(db, tools, teamId, query);
  const chosen = query.datasourceId ? eq(tools.datasourceId, query.datasourceId) : undefined;
  const found = await shown(db, teamId)
    .where(and(where, chosen))
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = await cut(found, ({ tool }) => tool.id);
  return { tools: rows.map(toolView), next };
}

/** Agents that have one of the tools. */
export async function usersOfTools(db: Reader, teamId: string, ids: string[]): Promise<UsedBy> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ _id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), sql`${agents.toolIds} && ${sql.param(ids)}::text[]`))
    .orderBy(asc(agents.name))
    .limit(usersMost);
  return rows.map((row) => ({ type: "agent", ...row }));
}

export const toolsOf = (db: Reader, teamId: string, ids: readonly string[]): Promise<ToolRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(tools)
        .where(and(eq(tools.teamId, teamId), inArray(tools.id, [...ids])));
