import { identity as contract } from "@/lib/contract/identity/schemas";
import { stateCookie } from "../../access/accounts/oauth/oauth-flow";
import { disconnectRoom } from "../../access/broadcast/disconnect";
import { implement } from "../../access/calls/implement";
import { resolveTxt } from "../../platform/outbound/txt-records";
import { addScimToken, checkSecret, deleteProvider, deleteScimToken, saveProvider } from "./provider/actions";
import { discover } from "./provider/discover";
import { addDomain, checkProof, deleteDomain, getDomain, verifyDomain } from "./provider/domains";
import { buildRecordName, findProvider, getProvider, listTeams, openClient, viewIdentity } from "./provider/queries";
import { beginSso, stateSeconds } from "./sign-in/flow";

implement(contract, {
  get: ({ ctx }) => viewIdentity(ctx.db, ctx.team.orgId),

  edit: async ({ ctx, body }) => {
    const { orgId } = ctx.team;
    const before = await findProvider(ctx.db, orgId);
    checkSecret(before, body);
    const clientSecret = body.clientSecret ?? (before ? openClient(before).clientSecret : "");
    await discover({ ...body, clientSecret });
    const hasBegun = await ctx.write((tx) => saveProvider(tx, orgId, body));
    // Connections of sessions that the provider has not signed in end.
    if (hasBegun) for (const team of await listTeams(ctx.db, orgId)) await disconnectRoom(team.id);
    return {};
  },

  remove: async ({ ctx }) => {
    await getProvider(ctx.db, ctx.team.orgId);
    await ctx.write((tx) => deleteProvider(tx, ctx.team.orgId));
    return {};
  },

  test: async ({ ctx, setCookie }) => {
    const { orgId } = ctx.team;
    const provider = await getProvider(ctx.db, orgId);
    const test = { accountId: ctx.accountId, teamId: ctx.teamId };
    const config = await discover(openClient(provider));
    const { state, url } = await ctx.write((tx) => beginSso(tx, config, provider, { orgId, test }));
    setCookie(stateCookie, state, stateSeconds);
    return { url };
  },

  addDomain: async ({ ctx, body: { domain } }) => ctx.write((tx) => addDomain(tx, ctx.team.orgId, domain)),

  verifyDomain: async ({ ctx, body: { domain } }) => {
    const { orgId } = ctx.team;
    const { proof } = await getDomain(ctx.db, orgId, domain);
    const found = await resolveTxt(buildRecordName(domain));
    checkProof(domain, proof, found);
    await ctx.write((tx) => verifyDomain(tx, orgId, domain, found));
    return {};
  },

  removeDomain: async ({ ctx, body: { domain } }) => {
    await ctx.write((tx) => deleteDomain(tx, ctx.team.orgId, domain));
    return {};
  },

  addToken: async ({ ctx }) => ctx.write((tx) => addScimToken(tx, ctx.team.orgId)),

  removeToken: async ({ ctx, params }) => {
    await ctx.write((tx) => deleteScimToken(tx, ctx.team.orgId, params.scimTokenId));
    return {};
  },
});
