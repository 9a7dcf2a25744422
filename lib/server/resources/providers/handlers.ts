import type { ProviderId } from "@/lib/constants/providers";
import { providers as contract } from "@/lib/contract/providers/schemas";
import { create, implement } from "../../access/calls/implement";
import { decryptConfig, listFields, mergeConfig } from "../../engine/models/config";
import { getProvider } from "../../engine/models/find-model";
import { changedMeanwhile, checkVersion } from "../../platform/db/query/edit";
import { AppError } from "../../platform/errors/errors";
import { createProvider, deleteProvider, updateProvider } from "./actions";
import { listOffered } from "./check";
import { listProviders, listUsedModels, viewProvider } from "./queries";

implement(contract, {
  list: ({ ctx, query }) => listProviders(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ provider: await viewProvider(ctx.db, ctx.teamId, params.providerId) }),
  models: async ({ ctx, params }) => {
    const row = await getProvider(ctx.db, ctx.teamId, params.providerId);
    const listing = await listOffered(row.type as ProviderId, decryptConfig(row), ctx.signal);
    if (!listing.ok) throw new AppError("invalid", listing.message, { data: { check: false } });
    const { models, complete } = listing;
    const ends = new Map(models.flatMap(({ model, endOfLife }) => (endOfLife ? [[model, endOfLife]] : [])));
    const used = ends.size > 0 ? await listUsedModels(ctx.db, ctx.teamId, row.id, [...ends.keys()]) : [];
    const ending = used.map((one) => ({ ...one, endOfLife: ends.get(one.model) ?? "" }));
    return { models, complete, ending };
  },
  add: async ({ ctx, body }) => {
    const _id = await create(ctx, "provider", (tx) => createProvider(tx, ctx, body));
    return { _id, redirect: `/${ctx.teamId}/providers` };
  },
  test: async ({ ctx, body: { providerId, type, config } }) => {
    const row = providerId ? await getProvider(ctx.db, ctx.teamId, providerId) : undefined;
    const stored = row?.type === type ? decryptConfig(row) : {};
    const listing = await listOffered(type, mergeConfig(listFields(type, "provider"), config, stored), ctx.signal);
    return listing.ok ? { ok: true, models: listing.models.length } : { ok: false, message: listing.message };
  },
  edit: async ({ ctx, params, body: { version, ...sent } }) => {
    const row = await getProvider(ctx.db, ctx.teamId, params.providerId);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "provider", await viewProvider(ctx.db, ctx.teamId, row.id));
    if (await ctx.write((tx) => updateProvider(tx, ctx, row, sent))) return {};
    throw changedMeanwhile("provider", await viewProvider(ctx.db, ctx.teamId, row.id));
  },
  remove: async ({ ctx, params, body }) => {
    await ctx.write((tx) => deleteProvider(tx, ctx, params.providerId, body.force));
    return {};
  },
});
