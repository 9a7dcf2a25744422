import { and, eq } from "drizzle-orm";
import { apps as contract } from "@/lib/contract/apps";
import { checkVersion, copyOf, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { invalidField } from "../http/errors";
import { implement } from "../http/implement";
import { appOf, listApps, viewApp } from "./queries";
import { appColumns, checkApp } from "./service";
import { apps, type SharingConfig } from "./table";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/app/${_id}` });

implement(contract, {
  list: ({ ctx, query }) => listApps(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ app: await viewApp(ctx.db, ctx, params.appId) }),
  add: async ({ ctx, body }) => {
    await checkApp(ctx.db, ctx.teamId, body);
    const id = newId("app");
    const sharingConfig: SharingConfig = { mode: body.sharingMode, emails: [] };
    const columns = { ...appColumns(body), name: body.name, type: body.type, sharingConfig };
    await ctx.db.insert(apps).values({ ...columns, id, teamId: ctx.teamId, createdBy: ctx.accountId });
    return added(ctx.teamId, id);
  },
  edit: ({ ctx, params, body: { version, ...sent } }) =>
    ctx.db.transaction(async (tx) => {
      await lockRow(tx, apps, ctx.teamId, params.appId);
      const row = await appOf(tx, ctx, params.appId);
      if (version !== undefined && version !== row.version)
        checkVersion(row.version, version, "app", await viewApp(tx, ctx, row.id));
      if (sent.type !== undefined && sent.type !== row.type)
        throw invalidField("type", "The type of an app cannot change.");
      await checkApp(tx, ctx.teamId, sent);
      await tx
        .update(apps)
        .set({ ...appColumns(sent, row), version: nextVersion, updatedBy: ctx.accountId, dateUpdated: new Date() })
        .where(and(eq(apps.teamId, ctx.teamId), eq(apps.id, row.id)));
      return {};
    }),
  duplicate: async ({ ctx, params }) => {
    const row = await appOf(ctx.db, ctx, params.appId);
    const id = newId("app");
    await ctx.db.insert(apps).values(copyOf(row, id, ctx.accountId));
    return added(ctx.teamId, id);
  },
  // Sessions keep their app's name, so nothing stands in the way.
  remove: async ({ ctx, params }) => {
    const row = await appOf(ctx.db, ctx, params.appId);
    await ctx.db.delete(apps).where(and(eq(apps.teamId, ctx.teamId), eq(apps.id, row.id)));
    return {};
  },
});
