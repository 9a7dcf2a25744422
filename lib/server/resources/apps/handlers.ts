import { apps as contract } from "@/lib/contract/apps/schemas";
import { disconnectVisitors } from "../../access/broadcast/disconnect";
import { create, implement } from "../../access/calls/implement";
import { createApp, deleteApp, duplicateApp, updateApp } from "./actions";
import { previewApp } from "./preview";
import { listApps, viewApp } from "./queries";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/app/${_id}` });

implement(contract, {
  list: ({ ctx, query }) => listApps(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ app: await viewApp(ctx.db, ctx, params.appId) }),
  add: async ({ ctx, body }) => createdResponse(ctx.teamId, await create(ctx, "app", (tx) => createApp(tx, ctx, body))),
  edit: async ({ ctx, params, body }) => {
    await ctx.write((tx) => updateApp(tx, ctx, params.appId, body));
    // Visitors who still have access reconnect immediately.
    if (body.sharingMode || body.sharingEmails) await disconnectVisitors(params.appId);
    return {};
  },
  preview: async ({ ctx, body }) => ({ _id: await previewApp(ctx, body) }),
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "app", (tx) => duplicateApp(tx, ctx, params.appId))),
  remove: async ({ ctx, params }) => {
    const trashId = await ctx.write((tx) => deleteApp(tx, ctx, params.appId));
    await disconnectVisitors(params.appId);
    return { trashId };
  },
});
