import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { agentSchema } from "@/lib/contract/agents";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { keyset, pageOf } from "../db/list";
import { notFound } from "../http/errors";
import { models } from "../models/table";
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

function agentView({ agent, modelName, icon }: Joined, usedBy: number): z.input<typeof agentSchema> {
  const { id, teamId: _team, createdBy: _by, ...shown } = agent;
  return { _id: id, ...shown, modelName, icon: icon ? { filename: icon } : null, usedBy };
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
  const [row] = await withModel(db).where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return agentView(row, (await uses(db, teamId, [id])).get(id) ?? 0);
}

export async function listAgents(db: Db, teamId: string, query: ListQuery) {
  const { where, order, limit } = await keyset(db, agents, teamId, query);
  const found = await withModel(db)
    .where(where)
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = pageOf(
    found.map((row) => ({ id: row.agent.id, row })),
    query.limit,
  );
  const used = await uses(
    db,
    teamId,
    rows.map(({ id }) => id),
  );
  return { agents: rows.map(({ id, row }) => agentView(row, used.get(id) ?? 0)), next };
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
