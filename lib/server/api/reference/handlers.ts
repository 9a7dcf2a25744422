import { contracts } from "@/lib/contract";
import { reference as contract } from "@/lib/contract/reference/schemas";
import { implement } from "../../access/calls/implement";
import { env } from "../../platform/env/env";
import { jsonType } from "../../platform/errors/json-response";
import { cachedResponse, cacheText, type KeptText } from "../../platform/http/responses/kept-response";
import { openApiOf } from "./openapi";

let kept: { server: string; text: Promise<KeptText> } | undefined;

/** Built on the first call and cached. */
function document(server: string): Promise<KeptText> {
  if (kept?.server !== server) kept = { server, text: cacheText(JSON.stringify(openApiOf(contracts, server))) };
  return kept.text;
}

implement(contract, {
  openapi: async ({ ctx }) => cachedResponse(ctx.request, await document(env().APP_URL), jsonType),
});
