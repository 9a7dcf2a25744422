import { agents as contract } from "@/lib/contract/agents/schemas";
import { create, implement } from "../../access/calls/implement";
import { guardWrite, toPendingEvaluation } from "../gate/service";
import { applyAgent, createAgent, deleteAgent, discardDraft, duplicateAgent, startRollout } from "./actions";
import { previewAgent } from "./preview";
import { getAgent, listAgents, viewAgent } from "./queries";
import { listRevisions, revisionsOfAgents, viewRevision } from "./revisions";
import { changeShare, stopRollout, viewAgentRollout } from "./rollout";
import { updateAgent } from "./update";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/agents` });

implement(contract, {
  list: ({ ctx, query }) => listAgents(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({
    agent: await viewAgent(ctx.db, ctx.teamId, params.agentId),
    draft: await revisionsOfAgents.findDraft(ctx.db, params.agentId),
  }),
  revisions: ({ ctx, params }) => listRevisions(ctx.db, ctx, params.agentId),
  revision: ({ ctx, params }) => viewRevision(ctx.db, ctx.teamId, params.agentId, params.agentRevisionId),
  rollout: ({ ctx, params }) => viewAgentRollout(ctx.db, ctx, params.agentId),
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
  setRollout: async ({ ctx, params, body: { force, reason, ...body } }) => {
    const { agentId } = params;
    const { rollout } = await getAgent(ctx.db, ctx.teamId, agentId);
    if (rollout) return { revision: await ctx.write((tx) => changeShare(tx, ctx, agentId, body)) };
    const { note, revisionId, share } = body;
    const pending = { agentId, accountId: ctx.accountId, note, revisionId, share };
    return guardWrite(ctx, { force, reason, pending }, async (tx, gate) => ({
      revision: await startRollout(tx, ctx, agentId, body, gate),
    })).catch(toPendingEvaluation);
  },
  stopRollout: async ({ ctx, params }) => {
    await ctx.write((tx) => stopRollout(tx, ctx, params.agentId));
    return {};
  },
  preview: async ({ ctx, body }) => ({ _id: await previewAgent(ctx, body) }),
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "agent", (tx) => duplicateAgent(tx, ctx, params.agentId))),
  remove: async ({ ctx, params, body }) => ({
    trashId: await ctx.write((tx) => deleteAgent(tx, ctx, params.agentId, body.force)),
  }),
});
