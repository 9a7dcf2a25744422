import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { toNodeHandler } from "srvx/node";
import { isCallPath } from "@/lib/contract/base/rewrites";
import "./handlers";
import { dispatch } from "../api/http/dispatch";
import { compressResponse } from "../platform/http/responses/compressed";

const methods = new Set(["DELETE", "GET", "PATCH", "POST", "PUT"]);
const getPath = (url: string): string => new URL(url, "http://localhost").pathname;

const handle = toNodeHandler(async (request: Request) =>
  compressResponse(request, await dispatch(request, getPath(request.url))),
) as RequestListener;

/**
 * Handles an API call before Next, whose routing takes long compared to a call. Returns whether the request was one. Other
 * spellings of a call's URL reach the same dispatcher by Next's rewrites.
 */
export function handleCall(request: IncomingMessage, response: ServerResponse): boolean {
  const path = getPath(request.url ?? "/");
  const isPreflight = request.method === "OPTIONS" && path.startsWith("/v1/");
  if (!isPreflight && (!methods.has(request.method ?? "") || !isCallPath(path))) return false;
  handle(request, response);
  return true;
}
