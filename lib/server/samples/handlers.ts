import { and, eq, isNotNull } from "drizzle-orm";
import { findCatalogueModel } from "@/lib/constants/models";
import { samples as contract } from "@/lib/contract/samples";
import { Permission } from "@/lib/permissions/bits";
import { agents } from "../agents/table";
import { apps } from "../apps/table";
import type { Tx } from "../db/client";
import { newId } from "../db/ids";
import { requirePermissions } from "../http/access";
import { implement } from "../http/implement";
import { demoModelOf } from "../models/service";
import { models } from "../models/table";
import { visible } from "../sessions/service";
import { teams } from "../teams/table";

const tag = "sample";

async function makeDemoModel(tx: Tx, teamId: string, createdBy: string): Promise<string> {
  const id = newId("model");
  const contextWindow = findCatalogueModel("demo", "demo-chat")?.contextWindow ?? 8_192;
  await tx.insert(models).values({
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
  return id;
}

const guide = {
  name: "Muster guide",
  role: "A friendly guide to Muster",
  goal: "Help new members of the team to find their way around Muster and to see what an agent can do.",
  backstory: "You know Muster well. You answer briefly, with an example where one helps.",
};

implement(contract, {
  // The team's row is locked: two clicks at once make one sample.
  add: async ({ ctx }) => {
    const { appId } = await ctx.db.transaction(async (tx) => {
      const { teamId, accountId } = ctx;
      const [team] = await tx.select().from(teams).where(eq(teams.id, teamId)).for("update");
      // One that somebody has made private is theirs: others get a sample of their own.
      const sample = and(eq(apps.teamId, teamId), eq(apps.type, "chat"), isNotNull(apps.agentId), visible(ctx, apps));
      const known = (await tx.select({ id: apps.id, tags: apps.tags }).from(apps).where(sample)).find(({ tags }) =>
        tags.includes(tag),
      );
      if (known) return { appId: known.id, made: {} };
      const model = await demoModelOf(tx, teamId);
      requirePermissions(ctx, model ? [Permission.CREATE_AGENT] : [Permission.CREATE_AGENT, Permission.CREATE_MODEL]);
      const modelId = model?.id ?? (await makeDemoModel(tx, teamId, accountId));
      if (team && !team.defaultModels.llm && ctx.permissions.has(Permission.CREATE_MODEL))
        await tx
          .update(teams)
          .set({ defaultModels: { ...team.defaultModels, llm: modelId } })
          .where(eq(teams.id, teamId));
      const agentId = newId("agent");
      await tx.insert(agents).values({ ...guide, id: agentId, teamId, createdBy: accountId, modelId });
      const appId = newId("app");
      await tx.insert(apps).values({
        ...{ id: appId, teamId, createdBy: accountId, agentId, type: "chat" as const, tags: [tag] },
        name: "Talk to the guide",
        description: "A sample chat app on the offline demo model: no key, no network, the same answer every time.",
        sharingConfig: { mode: "team", emails: [] },
        chatConfig: {
          conversationStarters: [
            "What can you do?",
            "Show me a list of steps to plan a trip",
            "Write some TypeScript code for me",
          ],
          maxMessages: 30,
        },
      });
      return { appId, made: { app: appId, agent: agentId, model: model ? undefined : modelId } };
    });
    return { appId, redirect: `/${ctx.teamId}/app/${appId}` };
  },
});
