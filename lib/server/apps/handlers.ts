import { and, eq } from "drizzle-orm";
import { apps as contract } from "@/lib/contract/apps";
import { checkVersion, copyOf, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { invalidField } from "../http/errors";
import { implement, type TeamCallContext } from "../http/implement";
import { cutVisitors } from "../realtime/cut";
import { bindLink } from "../shares/service";
import { holdContexts } from "../tasks/service";
import { holdVariables } from "../variables/service";
import { appOf, listApps, viewApp } from "./queries";
import { never, scheduleColumns } from "./schedule";
import { appColumns, checkApp } from "./service";
import { apps, type SharingConfig } from "./table";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/app/${_id}` });

const newSharing: SharingConfig = { mode: "team", emails: [] };

const fresh = ({ teamId, accountId }: TeamCallContext) => ({ id: newId("app"), teamId, createdBy: accountId });

implement(contract, {
  list: ({ ctx, query }) => listApps(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ app: await viewApp(ctx.db, ctx, params.appId) }),
  add: async ({ ctx, body }) => {
    const { sharingConfig = newSharing, ...columns } = appColumns(body);
    const row = { ...columns, ...fresh(ctx), name: body.name, type: body.type, sharingConfig };
    await ctx.db.transaction(async (tx) => {
      const times =
        body.schedule && (await scheduleColumns(tx, ctx, body.schedule, { ...row, ...never, type: body.type }));
      await holdVariables(tx, ctx.teamId, { ids: body.variableIds });
      // A task that an app comes to have is not deleted, nor what it waits for changed, meanwhile.
      await holdContexts(tx, ctx.teamId);
      await checkApp(tx, ctx.teamId, body);
      await tx.insert(apps).values({ ...row, ...times });
      if (body.shareLinkShareId) await bindLink(tx, ctx.teamId, body.shareLinkShareId, row.id);
      return row.id;
    });
    return added(ctx.teamId, row.id);
  },
  edit: async ({ ctx, params, body: { version, ...sent } }) => {
    await ctx.db.transaction(async (tx) => {
      const known = sent.schedule && (await appOf(tx, ctx, params.appId));
      const times = sent.schedule && known && (await scheduleColumns(tx, ctx, sent.schedule, known));
      await holdVariables(tx, ctx.teamId, { ids: sent.variableIds });
      await holdContexts(tx, ctx.teamId);
      await lockRow(tx, apps, ctx.teamId, params.appId);
      const row = await appOf(tx, ctx, params.appId);
      if (version !== undefined && version !== row.version)
        checkVersion(row.version, version, "app", await viewApp(tx, ctx, row.id));
      if (sent.type !== undefined && sent.type !== row.type)
        throw invalidField("type", "The type of an app cannot change.");
      await checkApp(tx, ctx.teamId, sent, row);
      await tx
        .update(apps)
        .set({
          ...appColumns(sent, row),
          ...times,
          version: nextVersion,
          updatedBy: ctx.accountId,
          dateUpdated: new Date(),
        })
        .where(and(eq(apps.teamId, ctx.teamId), eq(apps.id, row.id)));
      if (sent.shareLinkShareId) await bindLink(tx, ctx.teamId, sent.shareLinkShareId, row.id);
    });
    // Whom the app lets in now is back at once.
    if (sent.sharingMode || sent.sharingEmails) await cutVisitors(params.appId);
    return {};
  },
  duplicate: async ({ ctx, params }) => {
    const id = newId("app");
    await ctx.db.transaction(async (tx) => {
      const row = copyOf(await appOf(tx, ctx, params.appId), id, ctx.accountId);
      const there = await holdVariables(tx, ctx.teamId, { ids: row.variableIds });
      // A copy runs by itself only once somebody says so.
      await tx.insert(apps).values({ ...row, ...never, variableIds: row.variableIds.filter((one) => there.has(one)) });
      return id;
    });
    return added(ctx.teamId, id);
  },
  // Sessions keep their app's name, so nothing stands in the way.
  remove: async ({ ctx, params }) => {
    await ctx.db.transaction(async (tx) => {
      const row = await appOf(tx, ctx, params.appId);
      await tx.delete(apps).where(and(eq(apps.teamId, ctx.teamId), eq(apps.id, row.id)));
    });
    await cutVisitors(params.appId);
    return {};
  },
});
