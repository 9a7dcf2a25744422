import { and, asc, count, eq, inArray, or } from "drizzle-orm";
import type { z } from "zod";
import type { agentSchema } from "@/lib/contract/agents";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import { editorsOf } from "../accounts/service";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { keyset, pageOf } from "../db/list";
import { notFound } from "../http/errors";
import { models } from "../models/table";
import { type Activity, activityOf } from "../sessions/service";
import { agents } from "./table";

export type AgentRow = typeof agents.$inferSelect;
type Reader = Pick<Db, "select">;

export async function agentOf(db: Reader, teamId: string, id: string): Promise<AgentRow> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return row;
}

const columns = { agent: agents, modelName: models.name, icon: assets.filename };
const withModel = (db: Reader) =>
  db
    .select(columns)
    .from(agents)
    .leftJoin(models, and(eq(models.id, agents.modelId), eq(models.teamId, agents.teamId)))
    .leftJoin(assets, and(eq(assets.id, agents.iconId), eq(assets.teamId, agents.teamId)));

type Joined = { agent: AgentRow; modelName: string | null; icon: string | null };

interface Known {
  usedBy: number;
  activity: Activity | undefined;
  updatedByName: string | null;
}

function agentView({ agent, modelName, icon }: Joined, known: Known): z.input<typeof agentSchema> {
  const { id, teamId: _team, createdBy: _by, updatedBy: _editor, ...shown } = agent;
  const { usedBy, activity, updatedByName } = known;
  const { lastRun = null, lastRunStatus = null } = activity ?? {};
  return {
    ...{ _id: id, ...shown, modelName, icon: icon ? { filename: icon } : null },
    ...{ usedBy, lastRun, lastRunStatus, updatedByName },
  };
}

/** Views of rows, with what is known of them read for all at once. */
async function agentViews(db: Reader, teamId: string, rows: Joined[]) {
  const ids = rows.map(({ agent }) => agent.id);
  const used = await uses(db, teamId, ids);
  const seen = await activityOf(db, teamId, "agentId", ids);
  const editor = await editorsOf(
    db,
    rows.map(({ agent }) => agent),
  );
  return rows.map((row) => {
    const { id } = row.agent;
    return agentView(row, {
      usedBy: used.get(id) ?? 0,
      activity: seen.get(id),
      updatedByName: editor(row.agent),
    });
  });
}

/** How many apps use each agent. */
async function uses(db: Reader, teamId: string, ids: string[]): Promise<Map<string | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: apps.agentId, n: count() })
    .from(apps)
    .where(and(eq(apps.teamId, teamId), inArray(apps.agentId, ids)))
    .groupBy(apps.agentId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export async function viewAgent(db: Reader, teamId: string, id: string) {
  const rows = await withModel(db).where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  const [view] = await agentViews(db, teamId, rows);
  if (!view) throw notFound("This agent");
  return view;
}

export async function listAgents(db: Db, teamId: string, query: ListQuery & { modelId?: string }) {
  const { where, order, limit } = await keyset(db, agents, teamId, query);
  const chosen = query.modelId
    ? or(eq(agents.modelId, query.modelId), eq(agents.functionModelId, query.modelId))
    : undefined;
  const found = await withModel(db)
    .where(and(where, chosen))
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = pageOf(
    found.map((row) => ({ id: row.agent.id, row })),
    query.limit,
  );
  const shown = rows.map(({ row }) => row);
  return { agents: await agentViews(db, teamId, shown), next };
}

export async function usersOfAgent(db: Reader, teamId: string, id: string): Promise<UsedBy> {
  const rows = await db
    .select({ _id: apps.id, name: apps.name })
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.agentId, id)))
    .orderBy(asc(apps.name))
    .limit(50);
  return rows.map((row) => ({ type: "app", ...row }));
}
