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
    const link = await getLink(ctx.db, ctx, params.shareId);
    if (!link.appId) throw notFound("This link");
    return { shareLink: await viewSharedApp(ctx.db, link, link.appId) };
  },

  add: async ({ ctx, body: { appId, ...form } }) => {
    const columns = await toLinkColumns(form);
    const id = await create(ctx, "shareLink", async (tx) => {
      const created = await createLink(tx, ctx, appId, columns);
      if (columns.passwordHash) await ctx.requireRights(tx);
      return created;
    });
    return { shareId: id, url: toUrl(ctx.teamId, id) };
  },

  edit: async ({ ctx, params, body }) => {
    const columns = await toLinkColumns(body);
    await ctx.write(async (tx) => {
      await updateLink(tx, ctx, params.shareId, columns);
      // The hash took long enough for the caller to lose the right meanwhile.
      if (columns.passwordHash) await ctx.requireRights(tx);
    });
    // Visitors who still have access reconnect immediately, with the new expiry.
    if (body.expiresAt !== undefined || columns.passwordHash) await disconnectLink(params.shareId);
    return {};
  },

  remove: async ({ ctx, params }) => {
    await ctx.write((tx) => deleteLink(tx, ctx, params.shareId));
    await disconnectLink(params.shareId);
    return {};
  },
});
