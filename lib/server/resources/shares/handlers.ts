import { shares as contract } from "@/lib/contract/shares/schemas";
import { disconnectLink } from "../../access/broadcast/disconnect";
import { create, implement } from "../../access/calls/implement";
import { notFound } from "../../platform/errors/errors";
import { createLink, deleteLink, updateLink } from "./actions";
import { getLink, listLinks, toLinkColumns, toUrl } from "./queries";
import { viewSharedApp } from "./shared-app";

implement(contract, {
  list: ({ ctx, query }) => listLinks(ctx.db, ctx, query),

  get: async ({ ctx, params }) => {
    const { id, appId } = await getLink(ctx.db, ctx, params.shareId);
    if (!appId) throw notFound("This link");
    return { shareLink: await viewSharedApp(ctx.db, { id, appId, teamId: ctx.teamId }) };
  },

  add: async ({ ctx, body: { appId, ...form } }) => {
    const id = await create(ctx, "shareLink", (tx) => createLink(tx, ctx, appId, toLinkColumns(form)));
    return { shareId: id, url: toUrl(ctx.teamId, id) };
  },

  edit: async ({ ctx, params, body }) => {
    await ctx.write((tx) => updateLink(tx, ctx, params.shareId, toLinkColumns(body)));
    // Visitors who still have access reconnect immediately, with the new expiry.
    if (body.expiresAt !== undefined) await disconnectLink(params.shareId);
    return {};
  },

  remove: async ({ ctx, params }) => {
    await ctx.write((tx) => deleteLink(tx, ctx, params.shareId));
    await disconnectLink(params.shareId);
    return {};
  },
});
