import { and, eq } from "drizzle-orm";
import { variables as contract } from "@/lib/contract/variables";
import { checkUnused, checkVersion, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { implement } from "../http/implement";
import { changedValue, checkName, checkRename, checkSecret, copyNameOf, removeReferences, requireLong } from "./edit";
import { listVariables, usersOfVariable, variableOf, viewVariable } from "./queries";
import { openValue, storedValue } from "./service";
import { variables } from "./table";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/variables` });

implement(contract, {
  list: ({ ctx, query }) => listVariables(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ variable: await viewVariable(ctx.db, ctx.teamId, params.variableId) }),
  add: ({ ctx: { db, teamId, accountId }, body }) =>
    db.transaction(async (tx) => {
      const row = { ...body, id: newId("variable"), teamId, createdBy: accountId };
      await checkName(tx, teamId, body.name);
      if (body.secret) await checkSecret(tx, teamId, body.name);
      requireLong(body.secret, body.defaultValue);
      await tx.insert(variables).values({ ...row, defaultValue: storedValue(row, body.defaultValue) });
      return added(teamId, row.id);
    }),
  edit: ({ ctx, params, body: { version, ...sent } }) =>
    ctx.db.transaction(async (tx) => {
      const { teamId, accountId } = ctx;
      await lockRow(tx, variables, teamId, params.variableId);
      const row = await variableOf(tx, teamId, params.variableId);
      if (version !== undefined && version !== row.version)
        checkVersion(row.version, version, "variable", await viewVariable(tx, teamId, row.id));
      const after = { ...row, ...sent };
      if (after.name !== row.name) await checkRename(tx, ctx, row, after.name);
      if (after.secret && (!row.secret || after.name !== row.name)) await checkSecret(tx, teamId, after.name, row.id);
      const value = changedValue(row, sent);
      await tx
        .update(variables)
        .set({
          ...sent,
          defaultValue: storedValue(after, value),
          version: nextVersion,
          updatedBy: accountId,
          dateUpdated: new Date(),
        })
        .where(and(eq(variables.teamId, teamId), eq(variables.id, row.id)));
      return {};
    }),
  duplicate: ({ ctx: { db, teamId, accountId }, params }) =>
    db.transaction(async (tx) => {
      const row = await variableOf(tx, teamId, params.variableId);
      const { description, secret } = row;
      const name = await copyNameOf(tx, teamId, row.name);
      if (secret) await checkSecret(tx, teamId, name);
      const copy = { id: newId("variable"), teamId, name, description, secret, createdBy: accountId };
      await tx.insert(variables).values({ ...copy, defaultValue: storedValue(copy, openValue(row)) });
      return added(teamId, copy.id);
    }),
  remove: ({ ctx, params, body }) =>
    ctx.db.transaction(async (tx) => {
      // Locked, so that a rename or a second deletion waits for this one.
      await lockRow(tx, variables, ctx.teamId, params.variableId);
      const row = await variableOf(tx, ctx.teamId, params.variableId);
      checkUnused(await usersOfVariable(tx, ctx, row), body.force);
      await removeReferences(tx, ctx.teamId, row.id);
      await tx.delete(variables).where(and(eq(variables.teamId, ctx.teamId), eq(variables.id, row.id)));
      return {};
    }),
});
