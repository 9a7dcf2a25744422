import { type Endpoint, fillPath } from "@/lib/contract/base/endpoint";
import type { Person } from "../client";
import { fetchOnce } from "./fetch-once";

const longestMs = 180_000;

/** Calls of a member to a server that is another process. Returns status and body, whatever they are. */
export async function callAt(
  url: string,
  { token, slug }: Pick<Person, "token" | "slug">,
  { method, path }: Endpoint,
  { params = {}, body = {} }: { params?: Record<string, string>; body?: object } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetchOnce(`${url}${fillPath(path, { resourceSlug: slug, ...params })}`, {
    method,
    longestMs,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: method === "GET" ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
