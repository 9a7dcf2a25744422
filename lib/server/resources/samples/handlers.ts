import { and, desc, eq, isNotNull } from "drizzle-orm";
import { findCatalogueModel } from "@/lib/constants/models";
import { agentForm } from "@/lib/contract/agents/schemas";
import { samples as contract } from "@/lib/contract/samples/schemas";
import { Permission } from "@/lib/permissions/bits";
import { requirePermissions } from "../../access/auth/permissions";
import { implement } from "../../access/calls/implement";
import { matchesVisible } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import { models } from "../../platform/db/tables/models";
import { teams } from "../../platform/db/tables/teams";
import { newId } from "../../platform/ids/ids";
import { createAgent } from "../agents/actions";
import { createApp } from "../apps/actions";
import { insertModel } from "../models/actions";
import { lockTaskContexts } from "../references/tasks";

const tag = "sample";

async function createDemoModel(tx: Tx, teamId: string, createdBy: string): Promise<string> {
  const id = newId("model");
  const contextWindow = findCatalogueModel("demo", "demo-chat")?.contextWindow ?? 8_192;
  return insertModel(tx, {
    id,
    teamId,
    createdBy,
    name: "Offline demo",
    type: "demo",
    model: "demo-chat",
    modelType: "llm",
    contextWindow,
    inputPrice: 0,
    outputPrice: 0,
  });
}

const guide = {
  name: "Muster guide",
  role: "A friendly guide to Muster",
  goal: "Help new team members get to know Muster and see what an agent can do.",
  backstory: "You know Muster well. You answer briefly, with examples where they help.",
};

/** The team's newest demo chat model, for the sample. */
async function findDemoModel(db: Tx, teamId: string) {
  const [row] = await db
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.type, "demo"), eq(models.modelType, "llm")))
    .orderBy(desc(models.id))
    .limit(1);
  return row;
}

implement(contract, {
  // Locks the team's row: two concurrent clicks create one sample.
  add: async ({ ctx }) => {
    const appId = await ctx.write(async (tx, audit) => {
      const { teamId, accountId } = ctx;
      // Before the team's row, as when adding any app.
      await lockTaskContexts(tx, teamId);
      const [team] = await tx.select().from(teams).where(eq(teams.id, teamId)).for("update");
      // A sample that was made private is its creator's only; others get another one.
      const sample = and(
        eq(apps.teamId, teamId),
        eq(apps.type, "chat"),
        isNotNull(apps.agentId),
        matchesVisible(ctx, apps),
      );
      const known = (await tx.select({ id: apps.id, tags: apps.tags }).from(apps).where(sample)).find(({ tags }) =>
        tags.includes(tag),
      );
      if (known) return known.id;
      const model = await findDemoModel(tx, teamId);
      requirePermissions(ctx, model ? [Permission.CREATE_AGENT] : [Permission.CREATE_AGENT, Permission.CREATE_MODEL]);
      const modelId = model?.id ?? audit.record("sampleModel", await createDemoModel(tx, teamId, accountId));
      if (team && !team.defaultModels.llm && ctx.permissions.has(Permission.CREATE_MODEL))
        await tx
          .update(teams)
          .set({ defaultModels: { ...team.defaultModels, llm: modelId } })
          .where(eq(teams.id, teamId));
      const agentId = audit.record("sampleAgent", await createAgent(tx, ctx, agentForm.parse({ ...guide, modelId })));
      const app = await createApp(tx, ctx, {
        name: "Talk to the guide",
        type: "chat",
        description: "A sample chat app on the offline demo model. No API key needed.",
        tags: [tag],
        agentId,
        conversationStarters: [
          "What can you do?",
          "How do I connect my own model?",
          "Show me a list of steps to plan a trip",
        ],
        maxMessages: 30,
      });
      return audit.record("sampleApp", app);
    });
    return { appId, redirect: `/${ctx.teamId}/app/${appId}` };
  },
});
