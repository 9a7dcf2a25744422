import { and, eq, isNotNull } from "drizzle-orm";
import { guideName, sampleTag } from "@/lib/constants/demo";
import { agentForm } from "@/lib/contract/agents/schemas";
import { samples as contract } from "@/lib/contract/samples/schemas";
import { Permission } from "@/lib/permissions/bits";
import { requirePermissions } from "../../access/auth/permissions";
import { implement } from "../../access/calls/implement";
import { matchesVisible } from "../../access/visibility/visible";
import { apps } from "../../platform/db/tables/apps";
import { teams } from "../../platform/db/tables/teams";
import { createAgent } from "../agents/actions";
import { createApp } from "../apps/actions";
import { lockTaskContexts } from "../references/tasks";
import { findOrCreateAskApp } from "./ask";
import { createDemoModel, findDemoModel } from "./demo-models";
import { addDocuments } from "./documents";
import { guideSource, readGuide } from "./guide";
import { prepareTemplate } from "./template";

const agent = {
  name: guideName,
  role: "A friendly guide to Muster",
  goal: "Help new members of the team find their way around Muster and see what an agent can do.",
  backstory: "You know Muster well. You search the guide and answer briefly, with an example where one helps.",
};

implement(contract, {
  // Locks the team's row: two concurrent clicks create one sample.
  add: async ({ ctx }) => {
    const guide = await readGuide();
    const appId = await ctx.write(async (tx, audit) => {
      const { teamId } = ctx;
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
        tags.includes(sampleTag),
      );
      if (known) return known.id;
      const demoId = await findDemoModel(tx, teamId, "llm");
      requirePermissions(ctx, demoId ? [Permission.CREATE_AGENT] : [Permission.CREATE_AGENT, Permission.CREATE_MODEL]);
      const modelId = demoId ?? audit.record("sampleModel", await createDemoModel(tx, ctx, "llm", audit));
      if (team && !team.defaultModels.llm && ctx.permissions.has(Permission.CREATE_MODEL))
        await tx
          .update(teams)
          .set({ defaultModels: { ...team.defaultModels, llm: modelId } })
          .where(eq(teams.id, teamId));
      const added = await addDocuments(tx, ctx, audit, guideSource, [guide]);
      const form = agentForm.parse({ ...agent, modelId, toolIds: added ? [added.toolId] : [] });
      const agentId = audit.record("sampleAgent", await createAgent(tx, ctx, form));
      const app = await createApp(tx, ctx, {
        name: "Chat with the guide",
        type: "chat",
        description: "Answers questions about Muster from a short guide, with the offline demo model.",
        tags: [sampleTag],
        agentId,
        conversationStarters: ["What can I do in Muster?", "How do I connect my own model?", "How do approvals work?"],
        maxMessages: 30,
      });
      return audit.record("sampleApp", app);
    });
    return { appId, redirect: `/${ctx.teamId}/app/${appId}` };
  },
  prepare: async ({ ctx, body }) => ({ mapping: await prepareTemplate(ctx, body.template) }),
  ask: ({ ctx, params }) => ctx.write((tx, audit) => findOrCreateAskApp(tx, ctx, params.datasourceId, audit)),
});
