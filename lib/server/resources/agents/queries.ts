import { and, eq, or, type SQLWrapper, sql } from "drizzle-orm";
import { promptMaxBytes } from "@/lib/constants/limits";
import { agentSchema } from "@/lib/contract/agents/schemas";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { selectEditorName } from "../../access/accounts/service";
import type { Reader } from "../../platform/db/client";
import { countPage, defineTeamList, onPage, pageChars, selectPage } from "../../platform/db/query/list";
import { agents } from "../../platform/db/tables/agents";
import { assets } from "../../platform/db/tables/assets";
import { models } from "../../platform/db/tables/models";
import { notFound } from "../../platform/errors/errors";
import { selectActivity } from "../references/activity";
import { countUsers } from "../references/select-users";
import { toRolloutField } from "../rollouts/service";

export type AgentRow = typeof agents.$inferSelect;

export async function getAgent(db: Reader, teamId: string, id: string): Promise<AgentRow> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return row;
}

const selectView = (db: Reader, teamId: SQLWrapper | string, table = agents, count = sql<number>`1`) =>
  db
    .select({
      agent: agents,
      modelName: models.name,
      icon: assets.filename,
      /** Number of apps that use the agent. */
      usedBy: countUsers("app", "agent", { through: "task" }),
      activity: selectActivity(teamId, "agentId", agents.id),
      updatedByName: selectEditorName(agents),
      count,
    })
    .from(table)
    .leftJoin(models, and(eq(models.id, agents.modelId), eq(models.teamId, agents.teamId)))
    .leftJoin(assets, and(eq(assets.id, agents.iconId), eq(assets.teamId, agents.teamId)));

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

const toAgentView = ({ agent, icon, activity, ...rest }: ViewRow) =>
  pickFields(agentSchema, {
    ...agent,
    ...activity,
    ...rest,
    _id: agent.id,
    rollout: toRolloutField(agent.rollout),
    icon: icon ? { filename: icon } : null,
  });

export async function viewAgent(db: Reader, teamId: string, id: string) {
  const [row] = await selectView(db, teamId).where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!row) throw notFound("This agent");
  return toAgentView(row);
}

/** Agents with the longest prompts that are about as long as a page may be. */
const maxRows = Math.ceil(pageChars / (3 * promptMaxBytes));

const readPage = defineTeamList<{ modelId?: string }>()(
  {
    columns: agents,
    matches: ({ modelId }) => modelId && or(eq(agents.modelId, modelId), eq(agents.functionModelId, modelId)),
  },
  (db, { teamId }, page) => {
    if (page.limit <= maxRows) return onPage(selectView(db, teamId), page);
    return selectView(db, teamId, selectPage(agents, page), countPage(agents))
      .where(eq(agents.teamId, teamId))
      .orderBy(...page.order);
  },
  ({ agent }) => agent.id,
  ({ count }) => count,
);

export async function listAgents(db: Reader, teamId: string, query: ListQuery & { modelId?: string }) {
  const { rows, next } = await readPage(db, { ...query, teamId });
  return { agents: rows.map(toAgentView), next };
}
