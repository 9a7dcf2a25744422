import { vectordbs as contract } from "@/lib/contract/vectordbs/schemas";
import { implement } from "../../access/calls/implement";
import { getVectorDb, keyOf } from "../../engine/knowledge/vectors/team-store";
import { changedMeanwhile, checkVersion } from "../../platform/db/query/edit";
import { createVectorDb, deleteVectorDb, duplicateVectorDb, expectAdded, updateVectorDb } from "./actions";
import { check, connectionOf, requireReached } from "./edit";
import { listVectorDbs, viewVectorDb } from "./queries";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/vectordbs` });

implement(contract, {
  list: ({ ctx, query }) => listVectorDbs(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ vectorDb: await viewVectorDb(ctx.db, ctx.teamId, params.vectorDbId) }),
  add: async ({ ctx, body: { name, force, ...sent } }) => {
    const connection = connectionOf(sent);
    await requireReached(connection, force);
    const id = await ctx.db.transaction((tx) => createVectorDb(tx, ctx, { ...connection, name }));
    return added(ctx.teamId, id);
  },
  test: async ({ ctx, body: { vectorDbId, ...sent } }) =>
    check(connectionOf(sent, vectorDbId ? await getVectorDb(ctx.db, ctx.teamId, vectorDbId) : undefined)),
  edit: async ({ ctx, params, body: { version, force, ...sent } }) => {
    const { db, teamId } = ctx;
    expectAdded(params.vectorDbId, "edited");
    const row = await getVectorDb(db, teamId, params.vectorDbId);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "vectorDb", await viewVectorDb(db, teamId, row.id));
    const connection = connectionOf(sent, row);
    if (connection.url !== row.url || connection.apiKey !== keyOf(row)) await requireReached(connection, force);
    const form = { ...connection, name: sent.name ?? row.name };
    if (await db.transaction((tx) => updateVectorDb(tx, ctx, row, form))) return {};
    throw changedMeanwhile("vectorDb", await viewVectorDb(db, teamId, row.id));
  },
  duplicate: async ({ ctx, params }) =>
    added(ctx.teamId, await ctx.db.transaction((tx) => duplicateVectorDb(tx, ctx, params.vectorDbId))),
  remove: async ({ ctx, params, body }) => {
    await ctx.db.transaction((tx) => deleteVectorDb(tx, ctx, params.vectorDbId, body.force));
    return {};
  },
});
