import { apps as contract } from "@/lib/contract/apps/schemas";
import { disconnectPublications, disconnectVisitors } from "../../access/broadcast/disconnect";
import { create, implement } from "../../access/calls/implement";
import { guardWrite } from "../gate/service";
import { applyApp, createApp, deleteApp, discardDraft, duplicateApp, updateApp } from "./actions";
import { previewApp } from "./preview";
import { listApps, viewApp } from "./queries";
import { listRevisions, revisionsOfApps, viewRevision } from "./revisions";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/app/${_id}` });

implement(contract, {
  list: ({ ctx, query }) => listApps(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({
    app: await viewApp(ctx.db, ctx, params.appId),
    draft: await revisionsOfApps.findDraft(ctx.db, params.appId),
  }),
  revisions: ({ ctx, params }) => listRevisions(ctx.db, ctx, params.appId),
  revision: ({ ctx, params }) => viewRevision(ctx.db, ctx, params.appId, params.appRevisionId),
  add: async ({ ctx, body }) => createdResponse(ctx.teamId, await create(ctx, "app", (tx) => createApp(tx, ctx, body))),
  edit: async ({ ctx, params, body: { force, reason, ...body } }) => {
    await guardWrite(ctx, { force, reason }, (tx, gate) => updateApp(tx, ctx, params.appId, body, gate));
    // Visitors who still have access reconnect immediately.
    if (body.sharingMode || body.sharingEmails) await disconnectVisitors(params.appId);
    return {};
  },
  apply: async ({ ctx, params, body: { force, reason, ...body } }) =>
    guardWrite(ctx, { force, reason }, async (tx, gate) => ({
      revision: await applyApp(tx, ctx, params.appId, body, gate),
    })),
  removeDraft: async ({ ctx, params }) => {
    await ctx.write((tx) => discardDraft(tx, ctx, params.appId));
    return {};
  },
  preview: async ({ ctx, body }) => ({ _id: await previewApp(ctx, body) }),
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "app", (tx) => duplicateApp(tx, ctx, params.appId))),
  remove: async ({ ctx, params }) => {
    const trashId = await ctx.write((tx) => deleteApp(tx, ctx, params.appId));
    await disconnectVisitors(params.appId);
    await disconnectPublications(params.appId);
    return { trashId };
  },
});
