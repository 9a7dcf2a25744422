import { agents as contract } from "@/lib/contract/agents/schemas";
import { create, implement } from "../../access/calls/implement";
import { createAgent, deleteAgent, duplicateAgent, updateAgent } from "./actions";
import { previewAgent } from "./preview";
import { listAgents, viewAgent } from "./queries";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/agents` });

implement(contract, {
  list: ({ ctx, query }) => listAgents(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ agent: await viewAgent(ctx.db, ctx.teamId, params.agentId) }),
  add: async ({ ctx, body }) =>
    createdResponse(ctx.teamId, await create(ctx, "agent", (tx) => createAgent(tx, ctx, body))),
  edit: async ({ ctx, params, body }) => {
    await ctx.write((tx) => updateAgent(tx, ctx, params.agentId, body));
    return {};
  },
  preview: async ({ ctx, body }) => ({ _id: await previewAgent(ctx, body) }),
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "agent", (tx) => duplicateAgent(tx, ctx, params.agentId))),
  remove: async ({ ctx, params, body }) => ({
    trashId: await ctx.write((tx) => deleteAgent(tx, ctx, params.agentId, body.force)),
  }),
});
