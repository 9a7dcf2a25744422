import type { HttpDefinition } from "@/lib/contract/tools/kinds/http";
import { isObject } from "@/lib/utils/json/is-object";
import type { HttpOperation } from "../openapi/operation";
import { type ToolContext, withinTime } from "../shared/context";
import { ToolError } from "../shared/tool-error";
import { withoutSecrets } from "../shared/without-secrets";
import { type Arguments, buildRequest } from "./build-request";
import { authorize, type Outgoing, type Secrets } from "./outgoing";
import { type HttpResult, readResponse } from "./read-response";
import { fillTemplate } from "./template";

const maxAddress = 16_000;
const maxBody = 2 * 1024 * 1024;

/** The target: an operation at a server, or the definition's template. */
export type HttpTarget = { server: string; operation: HttpOperation } | "template";

function buildOutgoing(definition: HttpDefinition, target: HttpTarget, args: Arguments): Outgoing {
  if (target !== "template") return buildRequest(target.server, target.operation, args);
  if (definition.source !== "request") throw new ToolError("This tool has no request.");
  return fillTemplate(definition.request, definition.parameters, args);
}

async function send({ method, url, headers, body }: Outgoing, ctx: ToolContext): Promise<HttpResult> {
  if (url.href.length > maxAddress) throw new ToolError("The arguments make the URL too long.");
  if (typeof body === "string" && body.length > maxBody) throw new ToolError("The arguments make the body too long.");
  return withinTime(ctx, url.host, async (signal) => {
    // Only the needed part is read, whatever size is announced.
    const fetchLimited = ctx.fetchWith({ maxBytes: Number.MAX_SAFE_INTEGER, headersTimeoutMs: ctx.timeoutMs });
    const response = await fetchLimited(url, { method, headers, body, signal });
    return readResponse(url.host, response, { ...ctx, signal });
  });
}

/**
 * Calls a service for a model. `secrets` are the definition's secret values by field name. Throws a `ToolError` whose message
 * the model reads; secrets are redacted from results and errors.
 */
export async function callHttp(
  definition: HttpDefinition,
  target: HttpTarget,
  args: unknown,
  secrets: Secrets,
  ctx: ToolContext,
): Promise<HttpResult> {
  return withoutSecrets(Object.values(secrets), async () => {
    if (!isObject(args) || Array.isArray(args)) throw new ToolError("The arguments must be an object.");
    const request = buildOutgoing(definition, target, args);
    const sent = authorize(request, definition.auth, secrets);
    return withoutSecrets(sent, () => send(request, ctx));
  });
}
