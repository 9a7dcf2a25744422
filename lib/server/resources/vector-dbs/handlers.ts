import { vectordbs as contract } from "@/lib/contract/vectordbs/schemas";
import { create, implement } from "../../access/calls/implement";
import { decryptKey, getVectorDb } from "../../engine/knowledge/vectors/team-store";
import { changedMeanwhile, checkVersion } from "../../platform/db/query/edit";
import { createVectorDb, deleteVectorDb, duplicateVectorDb, requireAdded, updateVectorDb } from "./actions";
import { requireReachable, testConnection, toConnection } from "./edit";
import { listVectorDbs, viewVectorDb } from "./queries";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/vectordbs` });

implement(contract, {
  list: ({ ctx, query }) => listVectorDbs(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ vectorDb: await viewVectorDb(ctx.db, ctx.teamId, params.vectorDbId) }),
  add: async ({ ctx, body: { name, force, ...sent } }) => {
    const connection = toConnection(sent);
    await requireReachable(connection, force);
    const id = await create(ctx, "vectorDb", (tx) => createVectorDb(tx, ctx, { ...connection, name }));
    return createdResponse(ctx.teamId, id);
  },
  test: async ({ ctx, body: { vectorDbId, ...sent } }) =>
    testConnection(toConnection(sent, vectorDbId ? await getVectorDb(ctx.db, ctx.teamId, vectorDbId) : undefined)),
  edit: async ({ ctx, params, body: { version, force, ...sent } }) => {
    const { db, teamId } = ctx;
    requireAdded(params.vectorDbId, "edited");
    const row = await getVectorDb(db, teamId, params.vectorDbId);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "vectorDb", await viewVectorDb(db, teamId, row.id));
    const connection = toConnection(sent, row);
    if (connection.url !== row.url || connection.apiKey !== decryptKey(row)) await requireReachable(connection, force);
    const form = { ...connection, name: sent.name ?? row.name };
    if (await ctx.write((tx) => updateVectorDb(tx, ctx, row, form))) return {};
    throw changedMeanwhile("vectorDb", await viewVectorDb(db, teamId, row.id));
  },
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "vectorDb", (tx) => duplicateVectorDb(tx, ctx, params.vectorDbId))),
  remove: async ({ ctx, params, body }) => {
    await ctx.write((tx) => deleteVectorDb(tx, ctx, params.vectorDbId, body.force));
    return {};
  },
});
