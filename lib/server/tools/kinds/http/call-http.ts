import type { HttpDefinition } from "@/lib/contract/tool-kinds/http";
import { isObject } from "@/lib/utils/is-object";
import { type ToolContext, withinTime } from "../context";
import { ToolError } from "../tool-error";
import { withoutSecrets } from "../without-secrets";
import { type Arguments, buildRequest } from "./build-request";
import type { HttpOperation } from "./operation";
import { authorize, type Outgoing, type Secrets } from "./outgoing";
import { type HttpResult, readAnswer } from "./read-answer";
import { fillTemplate } from "./template";

const mostAddress = 16_000;
const mostBody = 2 * 1024 * 1024;

/** What is called: an operation at a server, or the definition's own template. */
export type HttpTarget = { server: string; operation: HttpOperation } | "template";

function outgoing(definition: HttpDefinition, target: HttpTarget, args: Arguments): Outgoing {
  if (target !== "template") return buildRequest(target.server, target.operation, args);
  if (definition.source !== "request") throw new ToolError("This tool has no request of its own.");
  return fillTemplate(definition.request, definition.parameters, args);
}

async function send({ method, url, headers, body }: Outgoing, ctx: ToolContext): Promise<HttpResult> {
  if (url.href.length > mostAddress) throw new ToolError("The arguments make the address too long.");
  if (typeof body === "string" && body.length > mostBody) throw new ToolError("The arguments make the body too long.");
  return withinTime(ctx, url.host, async (signal) => {
    // It is read only as far as it is needed, whatever it says of its size.
    const way = ctx.fetchWith({ maxBytes: Number.MAX_SAFE_INTEGER, headersTimeoutMs: ctx.timeoutMs });
    const answer = await way(url, { method, headers, body, signal });
    return readAnswer(url.host, answer, { ...ctx, signal });
  });
}

/**
 * Calls a service for a model. `secrets` has the values of the definition's secret fields by their names. Throws a `ToolError`
 * whose sentence the model reads; a secret is in no result and in no error.
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
    const request = outgoing(definition, target, args);
    const sent = authorize(request, definition.auth, secrets);
    return withoutSecrets(sent, () => send(request, ctx));
  });
}
