import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { agentSchema } from "@/lib/contract/agents";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import { editorName } from "../accounts/service";
import { appsUsing } from "../apps/service";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { keyset, pageIds } from "../db/list";
import { subselect } from "../db/subselect";
import { notFound } from "../http/errors";
import { models } from "../models/table";
import { activityOf, type Viewer } from "../sessions/service";
import { tasks } from "../tasks/table";
import { agents } from "./table";

export type AgentRow = typeof agents.$inferSelect;
type Reader = Pick<Db, "select">;
const usersMost = 50;

export async function agentOf(db: Reader, teamId: string, id: string): Promise<AgentRow> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return row;
}

const shown = (db: Reader, teamId: string) =>
  db
    .select({
      agent: agents,
      modelName: models.name,
      icon: assets.filename,
      /** Apps that use it. */
      usedBy: subselect<number>(
        sql`select count(*)::int from ${apps} where ${eq(apps.teamId, teamId)} and (${apps.agentId} = ${agents.id} or ${apps.agentIds} @> array[${agents.id}] or ${apps.taskIds} && array(select ${tasks.id} from ${tasks} where ${tasks.agentId} = ${agents.id}))`,
      ),
      activity: activityOf(teamId, "agentId", agents.id),
      updatedByName: editorName(agents),
    })
    .from(agents)
    .leftJoin(models, and(eq(models.id, agents.modelId), eq(models.teamId, agents.teamId)))
    .leftJoin(assets, and(eq(assets.id, agents.iconId), eq(assets.teamId, agents.teamId)));

type Shown = Awaited<ReturnType<typeof shown>>[number];

function agentView({ agent, modelName, icon, usedBy, activity, updatedByName }: Shown): z.input<typeof agentSchema> {
  const { id, teamId: _team, createdBy: _by, updatedBy: _editor, ...own } = agent;
  const { lastRun, lastRunStatus } = activity;
  return {
    ...{ _id: id, ...own, modelName, icon: icon ? { filename: icon } : null },
    ...{ usedBy, lastRun, lastRunStatus, updatedByName },
  };
}

export async function viewAgent(db: Reader, teamId: string, id: string) {
  const [row] = await shown(db, teamId).where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return agentView(row);
}

export async function listAgents(db: Db, teamId: string, query: ListQuery & { modelId?: string }) {
  const page = keyset(db, agents, teamId, query);
  const chosen = query.modelId
    ? or(eq(agents.modelId, query.modelId), eq(agents.functionModelId, query.modelId))
    : undefined;
  const { ids, next } = await pageIds(db, agents, page, chosen);
  const rows = await shown(db, teamId)
    .where(inArray(agents.id, ids))
    .orderBy(...page.order);
  return { agents: rows.map(agentView), next };
}

export async function usersOfAgent(db: Reader, viewer: Viewer, id: string): Promise<UsedBy> {
  const inTasks = await db
    .select({ _id: tasks.id, name: tasks.name })
    .from(tasks)
    .where(and(eq(tasks.teamId, viewer.teamId), eq(tasks.agentId, id)))
    .orderBy(asc(tasks.name))
    .limit(usersMost);
  const inApps = await appsUsing(
    db,
    viewer,
    sql`(${apps.agentId} = ${id} or ${apps.agentIds} @> array[${id}])`,
    usersMost,
  );
  return [...inTasks.map((row) => ({ type: "task", ...row })), ...inApps];
}
