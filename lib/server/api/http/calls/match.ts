import { type Route, routes } from "../../../access/calls/implement";
import { AppError } from "../../../platform/errors/errors";

export const createNoCallError = (): AppError => new AppError("not_found", "This endpoint doesn't exist.");

export interface MatchedRoute {
  route: Route;
  params: Record<string, string>;
  /** The path starts with /s: a visitor of a share link. */
  shared: boolean;
}

/** Finds the call of a path, with or without `/s`. Null when there is none; a malformed path is 400. */
export function matchRoute(method: string, pathname: string): MatchedRoute | null {
  const shared = pathname.startsWith("/s/");
  const path = shared ? pathname.slice(2) : pathname;
  let best: MatchedRoute | null = null;
  for (const route of routes.values()) {
    if (route.endpoint.method !== method) continue;
    if (shared && !route.endpoint.visitors) continue;
    const params = safeMatch(route, path);
    // Paths with fewer parameters are more specific: /x/team/models.json before /x/team/:memberId.json.
    if (params && (!best || Object.keys(params).length < Object.keys(best.params).length))
      best = { route, params, shared };
  }
  return best;
}

function safeMatch(route: Route, path: string): Record<string, string> | null {
  try {
    return route.match(path);
  } catch {
    throw new AppError("invalid", "The URL isn't valid.");
  }
}
