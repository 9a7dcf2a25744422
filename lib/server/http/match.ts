import { AppError } from "./errors";
import { type Route, routes } from "./implement";

export interface Matched {
  route: Route;
  params: Record<string, string>;
  /** The path began with /s: a visitor of a shared link. */
  shared: boolean;
}

/** Finds the call of a path, with and without `/s`. Null when there is none; a malformed path is 400. */
export function matchRoute(method: string, pathname: string): Matched | null {
  const shared = pathname.startsWith("/s/");
  const path = shared ? pathname.slice(2) : pathname;
  let best: Matched | null = null;
  for (const route of routes.values()) {
    if (route.endpoint.method !== method) continue;
    if (shared && !route.endpoint.shared) continue;
    const params = safeMatch(route, path);
    // A call whose path has fewer parameters is the more exact one: /x/team/models.json over /x/team/:memberId.json.
    if (params && (!best || Object.keys(params).length < Object.keys(best.params).length))
      best = { route, params, shared };
  }
  return best;
}

function safeMatch(route: Route, path: string): Record<string, string> | null {
  try {
    return route.match(path);
  } catch {
    throw new AppError("invalid", "The address is not valid.");
  }
}
