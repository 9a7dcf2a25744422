import { publications as contract } from "@/lib/contract/publications/schemas";
import { disconnectPublication, disconnectToken } from "../../access/broadcast/disconnect";
import { implement } from "../../access/calls/implement";
import { createPublication, deletePublication, rotateIdentity, rotateSecret, updatePublication } from "./actions";
import { addKey, insertKey, revokeKey } from "./key-actions";
import "./embed";
import { listCalls } from "./list-calls";
import { listPublications, viewPublication } from "./queries";

const firstKeyName = "Key 1";

implement(contract, {
  list: ({ ctx, query }) => listPublications(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ publication: await viewPublication(ctx.db, ctx, params.publicationId) }),
  calls: ({ ctx, params, query }) => listCalls(ctx.db, ctx, params.publicationId, query),
  add: ({ ctx, body }) =>
    ctx.write(async (tx, audit) => {
      const { id, webhookSecret } = await createPublication(tx, ctx, body);
      const { key } = await insertKey(tx, { id, teamId: ctx.teamId }, ctx.accountId, { name: firstKeyName });
      return { _id: audit.record("publication", id), key, webhookSecret };
    }),
  edit: async ({ ctx, params, body }) => {
    const { webhookSecret, isCut } = await ctx.write((tx) => updatePublication(tx, ctx, params.publicationId, body));
    if (isCut) await disconnectPublication(params.publicationId);
    return { webhookSecret };
  },
  addKey: async ({ ctx, params, body }) => {
    const { id, key } = await ctx.write((tx) => addKey(tx, ctx, params.publicationId, body));
    return { _id: id, key };
  },
  revokeKey: async ({ ctx, params }) => {
    await ctx.write((tx) => revokeKey(tx, ctx, params.publicationId, params.publicationKeyId));
    await disconnectToken(params.publicationKeyId);
    return {};
  },
  rotateSecret: async ({ ctx, params, body }) => ({
    webhookSecret: await ctx.write((tx) => rotateSecret(tx, ctx, params.publicationId, body)),
  }),
  rotateIdentity: async ({ ctx, params, body }) => ({
    identitySecret: await ctx.write((tx) => rotateIdentity(tx, ctx, params.publicationId, body)),
  }),
  remove: async ({ ctx, params }) => {
    await ctx.write((tx) => deletePublication(tx, ctx, params.publicationId));
    await disconnectPublication(params.publicationId);
    return {};
  },
});
