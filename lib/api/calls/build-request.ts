import { errorText } from "@/lib/constants/errors";
import { viewAsHeader } from "@/lib/constants/ui";
import { type Endpoint, fillPath } from "@/lib/contract/base/endpoint";
import { randomKey } from "@/lib/utils/random-key";
import type { ViewAs } from "../tokens/view-as";
import type { LooseOptions } from "./call-options";

interface RequestContext {
  /** Shared mode: the path gets the `/s` prefix. */
  shared: boolean;
  token: string | null;
  /** Null for a call that does not need it. */
  csrf: string | null;
  /** The member whose view of the team is shown. */
  viewAs?: ViewAs | null;
}

export interface BuiltRequest {
  path: string;
  init: RequestInit & { method: string; headers: Record<string, string> };
}

/** Builds a call's path, headers and body. Throws on a GET with a body and on a missing path parameter. */
export function buildRequest(
  endpoint: Endpoint,
  options: LooseOptions,
  { shared, token, csrf, viewAs }: RequestContext,
): BuiltRequest {
  const { body, formData } = options;
  if (endpoint.method === "GET" && (body !== undefined || formData !== undefined))
    throw new Error(errorText.getWithBody);
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const slug = options.params?.resourceSlug;
  if (token && viewAs && (!slug || slug === viewAs.slug)) headers[viewAsHeader] = viewAs.memberId;
  const write = endpoint.method !== "GET";
  if (csrf) headers["x-csrf-token"] = csrf;
  if (endpoint.idempotent) headers["idempotency-key"] = options.idempotencyKey ?? randomKey();
  const json = write && !formData ? JSON.stringify(withCsrf(body ?? {}, csrf)) : undefined;
  if (json !== undefined) headers["content-type"] = "application/json";
  return {
    path: requestPath(endpoint, options, shared),
    init: {
      method: endpoint.method,
      headers,
      body: formData ?? json,
      redirect: "manual",
      credentials: "same-origin",
      signal: options.signal,
    },
  };
}

/** Returns path and query of a call. Query entries that are undefined, null or empty are left out. */
function requestPath(endpoint: Endpoint, { params, query }: LooseOptions, shared: boolean): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const path = `${shared ? "/s" : ""}${fillPath(endpoint.path, params ?? {})}`;
  return search.size > 0 ? `${path}?${search}` : path;
}

const withCsrf = (body: unknown, csrf: string | null): unknown =>
  csrf && typeof body === "object" ? { ...body, _csrf: csrf } : body;
