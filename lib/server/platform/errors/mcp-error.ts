import { env } from "../env/env";
import type { AppError } from "./errors";
import { jsonResponse } from "./json-response";

/** JSON-RPC's codes, and the first of the codes that servers may define. */
const [parseError, internalError, serverError] = [-32700, -32603, -32000];

function toCode({ code, status, extra }: AppError): number {
  if (typeof extra.data?.rpcCode === "number") return extra.data.rpcCode;
  if (code === "invalid") return parseError;
  return status < 500 ? serverError : internalError;
}

/** Tells a client without valid credentials where to get some. */
function buildChallenge({ url, headers }: Request): string {
  const [path] = /^\/mcp\/\w{1,100}$/.exec(new URL(url).pathname) ?? [];
  const parameters = [
    ...(headers.has("authorization") ? ['error="invalid_token"'] : []),
    ...(path ? [`resource_metadata="${new URL(`/.well-known/oauth-protected-resource${path}`, env().APP_URL)}"`] : []),
  ];
  return ["Bearer", parameters.join(", ")].join(" ").trim();
}

/** The response to a message that was refused before it was processed, as a JSON-RPC error with its HTTP status. */
export function toMcpFailure(error: AppError, request: Request): Response {
  const { status, message, extra } = error;
  const { retryAfter } = extra;
  return jsonResponse(
    { jsonrpc: "2.0", id: null, error: { code: toCode(error), message, ...(retryAfter && { data: { retryAfter } }) } },
    {
      status,
      headers: {
        ...(retryAfter && { "retry-after": String(Math.ceil(retryAfter)) }),
        ...(status === 401 && { "www-authenticate": buildChallenge(request) }),
      },
    },
  );
}

export const isMcpPath = (pathname: string): boolean => /^\/mcp\/[^/]+$/.test(pathname);

/** For every method but POST: a stateless server has neither a stream of its own nor a session to end. */
export const refuseMcpMethod = (): Response => new Response(null, { status: 405, headers: { allow: "POST" } });
