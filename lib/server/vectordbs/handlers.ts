import { and, eq } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import { vectordbs as contract } from "@/lib/contract/vectordbs";
import { changedMeanwhile, checkUnused, checkVersion, copyOf, lockRow } from "../db/edit";
import { newId } from "../db/ids";
import { implement } from "../http/implement";
import { builtinStays, check, connectionOf, requireReached } from "./edit";
import { listVectorDbs, viewVectorDb } from "./queries";
import { keyOf, sealedKey, vectorDbOf } from "./service";
import { vectorDbs } from "./table";
import { releaseUsers, usersOf } from "./users";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/vectordbs` });

const expectAdded = (id: string, verb: string): void => {
  if (id === builtinVectorDb) throw builtinStays(verb);
};

implement(contract, {
  list: ({ ctx, query }) => listVectorDbs(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ vectorDb: await viewVectorDb(ctx.db, ctx.teamId, params.vectorDbId) }),
  add: async ({ ctx: { db, teamId, accountId }, body: { name, force, ...sent } }) => {
    const { apiKey, ...connection } = connectionOf(sent);
    await requireReached({ ...connection, apiKey }, force);
    const id = newId("vectordb");
    const row = { ...connection, id, teamId, name, apiKey: sealedKey(teamId, id, apiKey), createdBy: accountId };
    return db.transaction(async (tx) => {
      await tx.insert(vectorDbs).values(row);
      return added(teamId, id);
    });
  },
  test: async ({ ctx, body: { vectorDbId, ...sent } }) =>
    check(connectionOf(sent, vectorDbId ? await vectorDbOf(ctx.db, ctx.teamId, vectorDbId) : undefined)),
  edit: async ({ ctx: { db, teamId, accountId }, params, body: { version, force, ...sent } }) => {
    expectAdded(params.vectorDbId, "edited");
    const row = await vectorDbOf(db, teamId, params.vectorDbId);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "vectorDb", await viewVectorDb(db, teamId, row.id));
    const { apiKey, ...connection } = connectionOf(sent, row);
    if (connection.url !== row.url || apiKey !== keyOf(row)) await requireReached({ ...connection, apiKey }, force);
    const change = {
      ...{ ...connection, name: sent.name ?? row.name, apiKey: sealedKey(teamId, row.id, apiKey) },
      ...{ version: row.version + 1, updatedBy: accountId, dateUpdated: new Date() },
    };
    // The check may take long, so no lock is held for it.
    const written = await db.transaction((tx) =>
      tx
        .update(vectorDbs)
        .set(change)
        .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, row.id), eq(vectorDbs.version, row.version)))
        .returning({ id: vectorDbs.id }),
    );
    if (written.length > 0) return {};
    throw changedMeanwhile("vectorDb", await viewVectorDb(db, teamId, row.id));
  },
  duplicate: async ({ ctx: { db, teamId, accountId }, params }) => {
    expectAdded(params.vectorDbId, "duplicated");
    return db.transaction(async (tx) => {
      const row = await vectorDbOf(tx, teamId, params.vectorDbId);
      const id = newId("vectordb");
      await tx.insert(vectorDbs).values({ ...copyOf(row, id, accountId), apiKey: sealedKey(teamId, id, keyOf(row)) });
      return added(teamId, id);
    });
  },
  remove: async ({ ctx, params: { vectorDbId }, body }) => {
    expectAdded(vectorDbId, "deleted");
    return ctx.db.transaction(async (tx) => {
      // Locked, so that nothing comes to use it between the look and the end.
      await lockRow(tx, vectorDbs, ctx.teamId, vectorDbId);
      const row = await vectorDbOf(tx, ctx.teamId, vectorDbId);
      checkUnused((await usersOf(tx, ctx.teamId, [row.id]))(row.id), body.force);
      await releaseUsers(tx, ctx.teamId, row.id);
      await tx.delete(vectorDbs).where(and(eq(vectorDbs.teamId, ctx.teamId), eq(vectorDbs.id, row.id)));
      return {};
    });
  },
});
