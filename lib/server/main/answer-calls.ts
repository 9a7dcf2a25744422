import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { toNodeHandler } from "srvx/node";
import { isCallPath } from "@/lib/contract/base/rewrites";
import "./handlers";
import { dispatch } from "../api/http/dispatch";
import { compressed } from "../platform/http/responses/compressed";

const methods = new Set(["DELETE", "GET", "PATCH", "POST", "PUT"]);
const pathOf = (url: string): string => new URL(url, "http://localhost").pathname;

const handle = toNodeHandler(async (request: Request) =>
  compressed(request, await dispatch(request, pathOf(request.url))),
) as RequestListener;

/**
 * Handles an API call in front of Next, whose routing takes long compared to a call. True when the request was one; other
 * spellings of a call's URL reach the same dispatcher by Next's rewrites.
 */
export function answerCall(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.has(request.method ?? "") || !isCallPath(pathOf(request.url ?? "/"))) return false;
  handle(request, response);
  return true;
}
