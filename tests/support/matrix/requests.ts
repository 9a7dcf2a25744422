import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { callAs } from "../client";
import { csrfOf } from "../people";
import { paramsOf } from "../registry";
import type { Ids } from "./furnished-team";
import { type Example, rows } from "./rows";

export interface Sent extends Example {
  endpoint: ShapedEndpoint;
  params: Record<string, string>;
}

export interface Got {
  status: number;
  /** Status, headers and body, as text in which to look for what must not be there. */
  text: string;
  body: Record<string, unknown>;
}

/** Parameters that are the same for everyone. */
const protocolNames: Record<string, string> = {
  resourceType: "User",
  schema: "urn:ietf:params:scim:schemas:core:2.0:User",
  openaiModel: "chat",
  responseId: "resp_unknown",
};

/** The valid requests of a call for these ids. Throws by name for a call without a row, or a parameter without an id. */
export function requestsOf(endpoint: ShapedEndpoint, ids: Ids): Sent[] {
  const row = rows[endpoint.name];
  if (!row) throw new Error(`tests/support/matrix/rows.ts has no row for ${endpoint.name}.`);
  const params = Object.fromEntries(
    paramsOf(endpoint).map((name) => {
      const id = (ids as unknown as Record<string, string | undefined>)[name] ?? protocolNames[name];
      if (!id) throw new Error(`tests/support/matrix/furnished-team.ts makes no ${name} for ${endpoint.name}.`);
      return [name, id];
    }),
  );
  return [row(ids)].flat().map((example) => ({ ...example, endpoint, params: { ...params, ...example.params } }));
}

/** Whether the request names anything of the team. */
export function names(sent: Sent, ids: Ids): boolean {
  const text = JSON.stringify([sent.params, sent.query, sent.body]);
  return Object.values(ids).some((id) => text.includes(JSON.stringify(id)));
}

interface Options {
  token?: string;
  prefix?: "" | "/s";
  headers?: Record<string, string>;
}

/** Sends it with the csrf token where the contract always wants one. Streams are left after their first bytes. */
export async function sendAs(sent: Sent, { token, prefix, headers }: Options = {}): Promise<Got> {
  const { endpoint, params, query, body, form } = sent;
  const csrf: Record<string, string> = endpoint.csrf && token ? { "x-csrf-token": await csrfOf(token) } : {};
  const { response, ...reply } = await callAs(endpoint, {
    token,
    prefix,
    params: params as never,
    query: query as never,
    body: form?.(body ?? {}) ?? body,
    headers: { ...csrf, ...headers },
  });
  // A challenge repeats the address that was called.
  const got = [...response.headers].filter(([name]) => name !== "www-authenticate");
  return { ...reply, text: `${response.status} ${JSON.stringify(got)} ${await textOf(response)}` };
}

async function textOf(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.text();
  const reader = response.body?.getReader();
  let text = "";
  for (const until = Date.now() + 50; Date.now() < until; ) {
    const rest = new Promise<undefined>((resolve) => setTimeout(resolve, 50));
    const piece = await Promise.race([reader?.read(), rest]);
    if (!piece?.value) break;
    text += new TextDecoder().decode(piece.value);
  }
  await reader?.cancel();
  return text;
}
