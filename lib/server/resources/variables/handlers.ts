import { variables as contract } from "@/lib/contract/variables/schemas";
import { create, implement } from "../../access/calls/implement";
import { createVariable, deleteVariable, duplicateVariable, updateVariable } from "./actions";
import { listVariables, viewVariable } from "./queries";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/variables` });

implement(contract, {
  list: ({ ctx, query }) => listVariables(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ variable: await viewVariable(ctx.db, ctx.teamId, params.variableId) }),
  add: async ({ ctx, body }) =>
    createdResponse(ctx.teamId, await create(ctx, "variable", (tx) => createVariable(tx, ctx, body))),
  edit: async ({ ctx, params, body }) => {
    await ctx.write((tx) => updateVariable(tx, ctx, params.variableId, body));
    return {};
  },
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "variable", (tx) => duplicateVariable(tx, ctx, params.variableId))),
  remove: async ({ ctx, params, body }) => ({
    trashId: await ctx.write((tx) => deleteVariable(tx, ctx, params.variableId, body.force)),
  }),
});
