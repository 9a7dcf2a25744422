import { contracts } from "@/lib/contract";
import { reference as contract } from "@/lib/contract/reference";
import { env } from "../env";
import { implement } from "../http/implement";
import { jsonType } from "../http/json-response";
import { type KeptText, keepText, keptResponse } from "../http/kept-response";
import { openApiOf } from "./openapi";

let kept: { server: string; text: Promise<KeptText> } | undefined;

/** Built at the first call: the contracts stay as they are while the process runs. */
function document(server: string): Promise<KeptText> {
  if (kept?.server !== server) kept = { server, text: keepText(JSON.stringify(openApiOf(contracts, server))) };
  return kept.text;
}

implement(contract, {
  openapi: async ({ ctx }) => keptResponse(ctx.request, await document(env().APP_URL), jsonType),
});
