import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { toNodeHandler } from "srvx/node";
import { isCallPath } from "@/lib/contract/rewrites";
import "../handlers";
import { compressed } from "./compressed";
import { dispatch } from "./dispatch";

const methods = new Set(["DELETE", "GET", "PATCH", "POST", "PUT"]);
const pathOf = (url: string): string => new URL(url, "http://localhost").pathname;

const handle = toNodeHandler(async (request: Request) =>
  compressed(request, await dispatch(request, pathOf(request.url))),
) as RequestListener;

/**
 * Answers a call of the API in front of Next, whose way to a route is long beside a call's own work. True when the request
 * was one; any other spelling of a call's address goes the way of the rewrites, to the same dispatcher.
 */
export function answerCall(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.has(request.method ?? "") || !isCallPath(pathOf(request.url ?? "/"))) return false;
  handle(request, response);
  return true;
}
