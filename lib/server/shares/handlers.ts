import { and, eq } from "drizzle-orm";
import { linkMessagesPerDay, visitorMessagesPerDay } from "@/lib/constants/limits";
import { shares as contract } from "@/lib/contract/shares";
import { lockRow } from "../db/edit";
import { newId } from "../db/ids";
import { notFound } from "../http/errors";
import { implement } from "../http/implement";
import { cutLink } from "../realtime/cut";
import { linkColumns, linkOf, listLinks, requireApp, requireRoomForLink, urlOf } from "./queries";
import { viewSharedApp } from "./shared-app";
import { shareLinks } from "./table";

implement(contract, {
  list: ({ ctx, query }) => listLinks(ctx.db, ctx, query),

  get: async ({ ctx, params }) => {
    const { id, appId } = await linkOf(ctx.db, ctx, params.shareId);
    if (!appId) throw notFound("This link");
    return { shareLink: await viewSharedApp(ctx.db, { id, appId, teamId: ctx.teamId }) };
  },

  add: async ({ ctx, body: { appId, ...form } }) => {
    const id = newId("share");
    const limits = { visitorMessages: visitorMessagesPerDay, linkMessages: linkMessagesPerDay };
    const { expires, visitorMessages = limits.visitorMessages, linkMessages = limits.linkMessages } = linkColumns(form);
    await ctx.db.transaction(async (tx) => {
      if (appId) await requireApp(tx, ctx, appId);
      await requireRoomForLink(tx, ctx.teamId);
      const own = { id, teamId: ctx.teamId, appId, createdBy: ctx.accountId };
      await tx.insert(shareLinks).values({ ...own, expires, visitorMessages, linkMessages });
      return id;
    });
    return { shareId: id, url: urlOf(ctx.teamId, id) };
  },

  edit: async ({ ctx, params, body }) => {
    await ctx.db.transaction(async (tx) => {
      await lockRow(tx, shareLinks, ctx.teamId, params.shareId);
      const { id } = await linkOf(tx, ctx, params.shareId);
      await tx
        .update(shareLinks)
        .set({ ...linkColumns(body), dateUpdated: new Date() })
        .where(and(eq(shareLinks.teamId, ctx.teamId), eq(shareLinks.id, id)));
    });
    // Whoever may still come is back at once, with the time that there is now.
    if (body.expiresAt !== undefined) await cutLink(params.shareId);
    return {};
  },

  remove: async ({ ctx, params }) => {
    await ctx.db.transaction(async (tx) => {
      await lockRow(tx, shareLinks, ctx.teamId, params.shareId);
      const { id } = await linkOf(tx, ctx, params.shareId);
      await tx.delete(shareLinks).where(and(eq(shareLinks.teamId, ctx.teamId), eq(shareLinks.id, id)));
    });
    await cutLink(params.shareId);
    return {};
  },
});
