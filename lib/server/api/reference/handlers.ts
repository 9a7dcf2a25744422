import { contracts } from "@/lib/contract";
import { reference as contract } from "@/lib/contract/reference/schemas";
import { implement } from "../../access/calls/implement";
import { env } from "../../platform/env/env";
import { jsonType } from "../../platform/errors/json-response";
import { type CachedText, cachedResponse, cacheText } from "../../platform/http/responses/cached-response";
import { buildOpenApi } from "./openapi";

let cached: { server: string; text: Promise<CachedText> } | undefined;

/** Built on the first call and cached. */
function getDocument(server: string): Promise<CachedText> {
  if (cached?.server !== server) cached = { server, text: cacheText(JSON.stringify(buildOpenApi(contracts, server))) };
  return cached.text;
}

implement(contract, {
  openapi: async ({ ctx }) => cachedResponse(ctx.request, await getDocument(env().APP_URL), jsonType),
});
