import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ToolType } from "@/lib/constants/tools";
import type { UsedBy } from "@/lib/contract/base/error";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { summary, type toolSchema } from "@/lib/contract/tools/outputs";
import { selectEditorName } from "../../access/accounts/service";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { subselect } from "../../platform/db/query/subselect";
import { agents } from "../../platform/db/tables/agents";
import { assets } from "../../platform/db/tables/assets";
import { datasources } from "../../platform/db/tables/datasources";
import { toolRevisions, tools } from "../../platform/db/tables/tools";
import { notFound } from "../../platform/errors/errors";
import { maxUsers, nameUsers, selectUsersOf } from "../references/select-users";
import type { ToolRow } from "../references/tools";
import { maskDefinition, openDefinition } from "./definition";

export async function getTool(db: Reader, teamId: string, id: string): Promise<ToolRow> {
  const [row] = await db
    .select()
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  if (!row) throw notFound("This tool");
  return row as ToolRow;
}

/** Whether a tool is the only one that searches its datasource; false for other tools. */
const selectOnlySearch = () =>
  subselect<boolean>(
    sql`select ${tools.datasourceId} is not null and not exists (select from ${tools} other where other.datasource_id = ${tools}.datasource_id and other.team_id = ${tools}.team_id and other.id <> ${tools}.id)`,
  );

const selectView = (db: Reader) =>
  db
    .select({
      tool: tools,
      icon: assets.filename,
      datasourceName: datasources.name,
      onlySearch: selectOnlySearch(),
      revision: sql<number>`coalesce(${toolRevisions.number}, 0)`,
      inAgents: nameUsers(selectUsersOf("agent", "tool")),
      inTasks: nameUsers(selectUsersOf("task", "tool")),
      updatedByName: selectEditorName(tools),
    })
    .from(tools)
    .leftJoin(toolRevisions, and(eq(toolRevisions.id, tools.revisionId), eq(toolRevisions.toolId, tools.id)))
    .leftJoin(datasources, and(eq(datasources.id, tools.datasourceId), eq(datasources.teamId, tools.teamId)))
    .leftJoin(assets, and(eq(assets.id, tools.iconId), eq(assets.teamId, tools.teamId)));

function toToolSummary({ tool, icon, inAgents, inTasks, ...computed }: Awaited<ReturnType<typeof selectView>>[number]) {
  const usedIn = { agents: inAgents.first, tasks: inTasks.first };
  const used = { usedBy: inAgents.count + inTasks.count, usedIn };
  return pickFields(summary, { ...tool, ...computed, ...used, _id: tool.id, icon: icon ? { filename: icon } : null });
}

/** Returns the tool with its applied definition, secrets masked. */
export async function viewTool(db: Reader, teamId: string, id: string): Promise<z.input<typeof toolSchema>> {
  const [row] = await selectView(db).where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  if (!row) throw notFound("This tool");
  const { revisionId } = row.tool;
  const [applied] = await db
    .select({ definition: toolRevisions.definition })
    .from(toolRevisions)
    .where(and(eq(toolRevisions.toolId, id), eq(toolRevisions.id, revisionId)));
  if (!applied) throw new Error(`The tool ${id} has no applied revision.`);
  const type = row.tool.type as TypedDefinition["type"];
  const { definition } = maskDefinition(openDefinition(type, applied.definition, { teamId, revisionId }));
  return { ...toToolSummary(row), type, definition } as z.input<typeof toolSchema>;
}

type Filter = {
  datasourceId?: string | undefined;
  type?: ToolType | undefined;
  exceptType?: ToolType | undefined;
};

const readPage = defineTeamList<Filter>()(
  {
    columns: tools,
    matches: ({ datasourceId, type, exceptType }) =>
      and(
        datasourceId && eq(tools.datasourceId, datasourceId),
        type && eq(tools.type, type),
        exceptType && ne(tools.type, exceptType),
      ),
  },
  (db, _given, page) => onPage(selectView(db), page),
  ({ tool }) => tool.id,
);

export async function listTools(db: Reader, teamId: string, query: ListQuery & Filter) {
  const { rows, next } = await readPage(db, { ...query, teamId });
  return { tools: rows.map(toToolSummary), next };
}

/** The name of the datasource that only this tool searches, or null. */
export async function findOnlySearchOf(db: Reader, teamId: string, id: string): Promise<string | null> {
  const [row] = await selectView(db).where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  return row?.onlySearch ? row.datasourceName : null;
}

/** Agents with the tool, each with its pinned revision or null. */
export async function listToolAgents(db: Reader, teamId: string, toolId: string) {
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

/** Agents pinned to one revision of a tool. */
export async function listPinnedAgents(
  db: Reader,
  teamId: string,
  toolId: string,
  revisionId: string,
): Promise<UsedBy> {
  const rows = await db
    .select({ _id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), sql`${agents.toolRevisions}->>${toolId} = ${revisionId}`))
    .orderBy(asc(agents.name))
    .limit(maxUsers);
  return rows.map((row) => ({ type: "agent", ...row }));
}
