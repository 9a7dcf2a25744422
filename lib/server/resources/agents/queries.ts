import { and, eq, inArray, or } from "drizzle-orm";
import { agentSchema } from "@/lib/contract/agents/schemas";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { selectEditorName } from "../../access/accounts/service";
import type { Db, Reader } from "../../platform/db/client";
import { buildTeamKeyset, pageIds } from "../../platform/db/query/list";
import { agents } from "../../platform/db/tables/agents";
import { assets } from "../../platform/db/tables/assets";
import { models } from "../../platform/db/tables/models";
import { notFound } from "../../platform/errors/errors";
import { selectActivity } from "../references/activity";
import { countUsers } from "../references/select-users";

export type AgentRow = typeof agents.$inferSelect;

export async function getAgent(db: Reader, teamId: string, id: string): Promise<AgentRow> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return row;
}

const selectView = (db: Reader, teamId: string) =>
  db
    .select({
      agent: agents,
      modelName: models.name,
      icon: assets.filename,
      /** Number of apps that use the agent. */
      usedBy: countUsers("app", "agent", { through: "task" }),
      activity: selectActivity(teamId, "agentId", agents.id),
      updatedByName: selectEditorName(agents),
    })
    .from(agents)
    .leftJoin(models, and(eq(models.id, agents.modelId), eq(models.teamId, agents.teamId)))
    .leftJoin(assets, and(eq(assets.id, agents.iconId), eq(assets.teamId, agents.teamId)));

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

const toAgentView = ({ agent, icon, activity, ...rest }: ViewRow) =>
  pickFields(agentSchema, { ...agent, ...activity, ...rest, _id: agent.id, icon: icon ? { filename: icon } : null });

export async function viewAgent(db: Reader, teamId: string, id: string) {
  const [row] = await selectView(db, teamId).where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return toAgentView(row);
}

export async function listAgents(db: Db, teamId: string, query: ListQuery & { modelId?: string }) {
  const page = buildTeamKeyset(db, agents, teamId, query);
  const chosen = query.modelId
    ? or(eq(agents.modelId, query.modelId), eq(agents.functionModelId, query.modelId))
    : undefined;
  const { ids, next } = await pageIds(db, agents, page, chosen);
  const rows = await selectView(db, teamId)
    .where(inArray(agents.id, ids))
    .orderBy(...page.order);
  return { agents: rows.map(toAgentView), next };
}
