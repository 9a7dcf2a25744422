import { and, eq } from "drizzle-orm";
import { apps as contract } from "@/lib/contract/apps";
import { checkVersion, copyOf, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { invalidField } from "../http/errors";
import { implement, type TeamCallContext } from "../http/implement";
import { appOf, listApps, viewApp } from "./queries";
import { appColumns, checkApp } from "./service";
import { apps, type SharingConfig } from "./table";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/app/${_id}` });

async function insert({ db, teamId }: TeamCallContext, row: typeof apps.$inferInsert) {
  await db.transaction(async (tx) => {
    await tx.insert(apps).values(row);
    return row.id;
  });
  return added(teamId, row.id);
}

const fresh = ({ teamId, accountId }: TeamCallContext) => ({ id: newId("app"), teamId, createdBy: accountId });

implement(contract, {
  list: ({ ctx, query }) => listApps(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ app: await viewApp(ctx.db, ctx, params.appId) }),
  add: async ({ ctx, body }) => {
    await checkApp(ctx.db, ctx.teamId, body);
    const sharingConfig: SharingConfig = { mode: body.sharingMode, emails: [] };
    return insert(ctx, { ...appColumns(body), ...fresh(ctx), name: body.name, type: body.type, sharingConfig });
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
    return insert(ctx, copyOf(row, newId("app"), ctx.accountId));
  },
  // Sessions keep their app's name, so nothing stands in the way.
  remove: async ({ ctx, params }) => {
    await ctx.db.transaction(async (tx) => {
      const row = await appOf(tx, ctx, params.appId);
      await tx.delete(apps).where(and(eq(apps.teamId, ctx.teamId), eq(apps.id, row.id)));
    });
    return {};
  },
});
