import { and, arrayOverlaps, desc, eq, sql } from "drizzle-orm";
import { maxMessagesDefault, nameMax } from "@/lib/constants/limits";
import { agentForm } from "@/lib/contract/agents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { truncate } from "@/lib/utils/text/truncate";
import { requirePermissions } from "../../access/auth/permissions";
import type { AuditLog, TeamCallContext } from "../../access/calls/implement";
import { matchesVisible } from "../../access/visibility/visible";
import { getDatasource } from "../../engine/knowledge/find-datasource";
import type { Tx } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { models } from "../../platform/db/tables/models";
import { teams } from "../../platform/db/tables/teams";
import { tools } from "../../platform/db/tables/tools";
import { AppError } from "../../platform/errors/errors";
import { createAgent } from "../agents/actions";
import { createApp } from "../apps/actions";
import { lockTaskContexts } from "../references/tasks";

/**
 * Returns the latest chat app, visible to the caller, whose agent searches the data source. Creates the agent and the app if
 * there is none. Throws 409 without a model or search tool.
 */
export async function findOrCreateAskApp(
  tx: Tx,
  ctx: TeamCallContext,
  datasourceId: string,
  audit: AuditLog<"sampleAgent" | "sampleApp">,
): Promise<{ appId: string; created: boolean }> {
  const { teamId } = ctx;
  await lockTaskContexts(tx, teamId);
  // Two concurrent clicks create one app.
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId)).for("update");
  const { name, status } = await getDatasource(tx, teamId, datasourceId);
  if (status === "draft") throw new AppError("conflict", "Finish setting up this data source first.");
  const toolRows = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.datasourceId, datasourceId)))
    .orderBy(tools.dateCreated);
  const toolIds = toolRows.map(({ id }) => id);
  const toolId = toolIds[0];
  if (!toolId) throw new AppError("conflict", "This data source has no search tool. Create one under Tools.");
  const [known] = await tx
    .select({ id: apps.id })
    .from(apps)
    .innerJoin(agents, and(eq(agents.id, apps.agentId), eq(agents.teamId, apps.teamId)))
    .where(
      and(
        eq(apps.teamId, teamId),
        eq(apps.type, "chat"),
        arrayOverlaps(agents.toolIds, toolIds),
        matchesVisible(ctx, apps),
      ),
    )
    .orderBy(desc(apps.dateUpdated), desc(apps.id))
    .limit(1);
  if (known) return { appId: known.id, created: false };
  requirePermissions(ctx, [Permission.CREATE_AGENT, Permission.CREATE_APP]);
  const modelId = await findChatModel(tx, teamId, team?.defaultModels.llm);
  const agent = agentForm.parse({ ...toAgentFields(name), modelId, toolIds: [toolId] });
  const agentId = audit.record("sampleAgent", await createAgent(tx, ctx, agent));
  const appId = await createApp(tx, ctx, {
    name: truncate(`Ask ${name}`, nameMax),
    type: "chat",
    description: "Answers questions from a data source and cites the passages.",
    agentId,
    conversationStarters: [],
    maxMessages: maxMessagesDefault,
  });
  return { appId: audit.record("sampleApp", appId), created: true };
}

/** Braces would be taken for a variable. */
const toAgentFields = (name: string) => ({
  name,
  role: `Expert on ${name.replace(/[{}]/g, "")}`,
  goal: "Answer questions from the documents, briefly and correctly.",
  backstory:
    "You search the documents before you answer, and cite the passages you use. If they don't contain the answer, you say so.",
});

/** The team's default chat model, or else its newest. Throws 409 without one. */
async function findChatModel(tx: Tx, teamId: string, defaultId: string | null | undefined): Promise<string> {
  const [model] = await tx
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.modelType, "llm")))
    .orderBy(desc(sql`${models.id} = ${defaultId ?? ""}`), desc(models.dateCreated))
    .limit(1);
  if (!model) throw new AppError("conflict", "Connect a model first.");
  return model.id;
}
