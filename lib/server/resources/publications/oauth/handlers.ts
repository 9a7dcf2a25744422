import { oauthServer as contract } from "@/lib/contract/oauth-server/schemas";
import { disconnectToken } from "../../../access/broadcast/disconnect";
import { implement } from "../../../access/calls/implement";
import { jsonResponse } from "../../../platform/errors/json-response";
import { findClient, registerClient } from "./clients";
import { describeRequest } from "./consent";
import { readForm, revocationForm, tokenForm } from "./form";
import { authorize, revokeGrant } from "./grants";
import { listGrants } from "./list";
import { buildResourceMetadata, buildServerMetadata } from "./metadata";
import { exchangeCode, refreshTokens, revokeToken } from "./tokens";

implement(contract, {
  resource: ({ ctx, params }) => buildResourceMetadata(ctx.db, params.publicationId),
  metadata: () => buildServerMetadata(),
  async register({ ctx, body }) {
    const { id, name, redirectUris, dateCreated } = await registerClient(ctx.db, body);
    const registered = {
      client_id: id,
      client_id_issued_at: Math.floor(dateCreated.getTime() / 1_000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
    return jsonResponse(registered, { status: 201 });
  },
  async token({ ctx }) {
    const form = await readForm(ctx.request, tokenForm);
    const issued =
      form.grant_type === "authorization_code" ? await exchangeCode(ctx.db, form) : await refreshTokens(ctx.db, form);
    return jsonResponse(issued);
  },
  async revoke({ ctx }) {
    await revokeToken(ctx.db, await readForm(ctx.request, revocationForm));
    return jsonResponse({});
  },
  request: ({ ctx, body }) => describeRequest(ctx, body),
  authorize: async ({ ctx, params, body }) => {
    const client = await findClient(ctx.db, body.client_id ?? "", ctx.signal);
    const { url, revoked } = await ctx.write((tx) => authorize(tx, ctx, params.publicationId, client, body));
    for (const id of revoked) await disconnectToken(id);
    return { url };
  },
  grants: ({ ctx, params, query }) => listGrants(ctx.db, ctx, params.publicationId, query),
  revokeGrant: async ({ ctx, params }) => {
    await ctx.write((tx) => revokeGrant(tx, ctx, params.publicationId, params.oauthGrantId));
    await disconnectToken(params.oauthGrantId);
    return {};
  },
});
