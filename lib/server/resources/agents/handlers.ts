import { agents as contract } from "@/lib/contract/agents/schemas";
import { create, implement } from "../../access/calls/implement";
import { guardWrite, toPendingEvaluation } from "../gate/service";
import { applyAgent, createAgent, deleteAgent, discardDraft, duplicateAgent, updateAgent } from "./actions";
import { previewAgent } from "./preview";
import { listAgents, viewAgent } from "./queries";
import { listRevisions, revisionsOfAgents, viewRevision } from "./revisions";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/agents` });

implement(contract, {
  list: ({ ctx, query }) => listAgents(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({
    agent: await viewAgent(ctx.db, ctx.teamId, params.agentId),
    draft: await revisionsOfAgents.findDraft(ctx.db, params.agentId),
  }),
  revisions: ({ ctx, params }) => listRevisions(ctx.db, ctx, params.agentId),
  revision: ({ ctx, params }) => viewRevision(ctx.db, ctx.teamId, params.agentId, params.agentRevisionId),
  add: async ({ ctx, body }) =>
    createdResponse(ctx.teamId, await create(ctx, "agent", (tx) => createAgent(tx, ctx, body))),
  edit: async ({ ctx, params, body: { force, reason, ...body } }) => {
    await guardWrite(ctx, { force, reason }, (tx, gate) => updateAgent(tx, ctx, params.agentId, body, gate));
    return {};
  },
  apply: async ({ ctx, params, body: { force, reason, ...body } }) => {
    const { agentId } = params;
    const { note, revisionId } = body;
    const pending = { agentId, accountId: ctx.accountId, note, revisionId };
    return guardWrite(ctx, { force, reason, pending }, async (tx, gate) => ({
      revision: await applyAgent(tx, ctx, agentId, body, gate),
    })).catch(toPendingEvaluation);
  },
  removeDraft: async ({ ctx, params }) => {
    await ctx.write((tx) => discardDraft(tx, ctx, params.agentId));
    return {};
  },
  preview: async ({ ctx, body }) => ({ _id: await previewAgent(ctx, body) }),
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "agent", (tx) => duplicateAgent(tx, ctx, params.agentId))),
  remove: async ({ ctx, params, body }) => ({
    trashId: await ctx.write((tx) => deleteAgent(tx, ctx, params.agentId, body.force)),
  }),
});
