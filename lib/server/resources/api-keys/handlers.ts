import { apikeys as contract } from "@/lib/contract/apikeys/schemas";
import { createApiKeySecret } from "../../access/auth/api-key";
import { requirePassword } from "../../access/auth/proof";
import { disconnectToken } from "../../access/broadcast/disconnect";
import { implement } from "../../access/calls/implement";
import { createApiKey, deleteApiKey, rotateApiKey } from "./actions";
import { checkTeams, listKeys, toKeyView } from "./queries";

const dayMs = 24 * 60 * 60 * 1_000;

implement(contract, {
  list: ({ ctx, query }) => listKeys(ctx.db, ctx.accountId, query),

  add: async ({ ctx, body: { expirationDays, teamIds, permissions, password, ...words } }) => {
    await requirePassword(ctx, password);
    await checkTeams(ctx.db, ctx.accountId, teamIds);
    const { secret, stored } = createApiKeySecret();
    const form = {
      ...words,
      expires: expirationDays === null ? null : new Date(Date.now() + expirationDays * dayMs),
      teamIds: teamIds && [...new Set(teamIds)],
      permissions: [...new Set(permissions)].sort((a, b) => a - b),
    };
    const row = await ctx.write(async (tx, audit) => {
      const made = await createApiKey(tx, ctx, form, stored);
      audit.record("apiKey", made.id);
      return made;
    });
    return { key: toKeyView(row), secret };
  },

  increment: async ({ ctx, params, body: { password } }) => {
    await requirePassword(ctx, password);
    const { secret, stored } = createApiKeySecret();
    await ctx.write((tx) => rotateApiKey(tx, ctx, params.keyId, stored));
    await disconnectToken(params.keyId);
    return { secret };
  },

  remove: async ({ ctx, params }) => {
    await ctx.write((tx) => deleteApiKey(tx, ctx.accountId, params.keyId));
    await disconnectToken(params.keyId);
    return {};
  },
});
