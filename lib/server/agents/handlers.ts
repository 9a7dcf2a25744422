import { and, eq, sql } from "drizzle-orm";
import { agents as contract } from "@/lib/contract/agents";
import { namesIn } from "@/lib/utils/prompt-names";
import { apps } from "../apps/table";
import { checkUnused, checkVersion, copyOf, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { notFound } from "../http/errors";
import { implement, type TeamCallContext } from "../http/implement";
import { standingPins } from "../tools/service";
import { holdVariables } from "../variables/service";
import { agentOf, listAgents, usersOfAgent, viewAgent } from "./queries";
import { checkAgentReferences, pinsOf } from "./service";
import { agents } from "./table";

const promptNames = ({ role, goal, backstory }: { role: string; goal: string; backstory: string }) =>
  namesIn(role, goal, backstory);
const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/agents` });

const promptsOf = ({ role = "", goal = "", backstory = "" }) => ({ role, goal, backstory });

const fresh = ({ teamId, accountId }: TeamCallContext) => ({ id: newId("agent"), teamId, createdBy: accountId });

implement(contract, {
  list: ({ ctx, query }) => listAgents(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ agent: await viewAgent(ctx.db, ctx.teamId, params.agentId) }),
  add: async ({ ctx, body }) => {
    const toolRevisions = pinsOf(body.toolIds, body.toolRevisions);
    const row = { ...body, ...fresh(ctx), toolRevisions, promptNames: promptNames(body) };
    await ctx.db.transaction(async (tx) => {
      await holdVariables(tx, ctx.teamId, { names: row.promptNames, ids: body.variableIds });
      await checkAgentReferences(tx, ctx.teamId, body);
      await tx.insert(agents).values(row);
      return row.id;
    });
    return added(ctx.teamId, row.id);
  },
  edit: ({ ctx: { db, teamId, accountId }, params, body: { version, ...sent } }) =>
    db.transaction(async (tx) => {
      await holdVariables(tx, teamId, { names: promptNames(promptsOf(sent)), ids: sent.variableIds });
      await lockRow(tx, agents, teamId, params.agentId);
      const row = await agentOf(tx, teamId, params.agentId);
      if (version !== undefined && version !== row.version)
        checkVersion(row.version, version, "agent", await viewAgent(tx, teamId, row.id));
      await checkAgentReferences(tx, teamId, sent);
      await tx
        .update(agents)
        .set({
          ...sent,
          toolRevisions: pinsOf(sent.toolIds ?? row.toolIds, sent.toolRevisions ?? row.toolRevisions),
          promptNames: promptNames({ ...row, ...sent }),
          version: nextVersion,
          updatedBy: accountId,
          dateUpdated: new Date(),
        })
        .where(and(eq(agents.teamId, teamId), eq(agents.id, row.id)));
      return {};
    }),
  duplicate: async ({ ctx, params }) => {
    const id = newId("agent");
    await ctx.db.transaction(async (tx) => {
      const row = copyOf(await agentOf(tx, ctx.teamId, params.agentId), id, ctx.accountId);
      const there = await holdVariables(tx, ctx.teamId, { names: row.promptNames, ids: row.variableIds });
      const pins = await standingPins(tx, ctx.teamId, row.toolRevisions);
      const variableIds = row.variableIds.filter((one) => there.has(one));
      await tx.insert(agents).values({ ...row, variableIds, toolRevisions: pins });
      return id;
    });
    return added(ctx.teamId, id);
  },
  remove: async ({ ctx, params, body }) => {
    const own = and(eq(agents.teamId, ctx.teamId), eq(agents.id, params.agentId));
    await ctx.db.transaction(async (tx) => {
      // Locked, so that no app comes to use it between the look and the end.
      const [row] = await tx.select({ id: agents.id }).from(agents).where(own).for("update");
      if (!row) throw notFound("This agent");
      checkUnused(await usersOfAgent(tx, ctx, row.id), body.force);
      await tx
        .update(apps)
        .set({ agentIds: sql`array_remove(${apps.agentIds}, ${row.id})` })
        .where(and(eq(apps.teamId, ctx.teamId), sql`${apps.agentIds} @> array[${row.id}]`));
      await tx.delete(agents).where(own);
    });
    return {};
  },
});
