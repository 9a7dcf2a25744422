import { randomUUID } from "node:crypto";
import { accounts } from "@/lib/contract/accounts/schemas";
import {
  type BodyIn,
  type Endpoint,
  type EndpointDefinition,
  fillPath,
  type Params,
  type QueryIn,
} from "@/lib/contract/base/endpoint";
import { createAccount } from "@/lib/server/access/accounts/register";
import { hashPassword } from "@/lib/server/access/auth/password";
import { createSession } from "@/lib/server/access/auth/principal";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { testDatabase } from "./database";
import { ownAddress } from "./own-address";
import "@/lib/server/main/handlers";

const origin = "http://localhost:3000";

interface Options {
  token?: string;
  headers?: Record<string, string>;
  prefix?: "" | "/s";
  /** The caller leaves. */
  signal?: AbortSignal;
  /** The response is left unread where the call succeeds. */
  raw?: boolean | undefined;
}

export interface Reply<T = Record<string, unknown>> {
  status: number;
  body: T;
  response: Response;
}

/** Sends a call as it stands, whatever the contract says of it. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  { token, headers, prefix = "", signal, raw = false }: Options = {},
): Promise<Reply> {
  const form = body instanceof FormData;
  const request = new Request(`${origin}${prefix}${path}`, {
    method,
    signal,
    headers: {
      [CLIENT_ADDRESS_HEADER]: ownAddress(),
      ...(body !== undefined && !form ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : form ? body : typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await dispatch(request, new URL(request.url).pathname);
  const isRead = !raw || !response.ok;
  const json = isRead && response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    body: json ? ((await response.clone().json()) as Record<string, unknown>) : {},
    response,
  };
}

type Args<E extends EndpointDefinition> = {
  params?: Params<E>;
  query?: QueryIn<E>;
  body?: BodyIn<E> | Record<string, unknown> | FormData;
} & Options;

/** Calls an endpoint of the contract through the dispatcher. The body may be wrong on purpose. */
export function callAs<E extends Endpoint>(
  endpoint: E,
  { params, query, body, ...options }: Args<E> = {},
): Promise<Reply<never>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const path = fillPath(endpoint.path, (params ?? {}) as Record<string, string>);
  const sent = body ?? (endpoint.method === "GET" ? undefined : {});
  const target = search.size > 0 ? `${path}?${search}` : path;
  return send(endpoint.method, target, sent, { raw: endpoint.raw, ...options }) as unknown as Promise<Reply<never>>;
}

export interface Person {
  email: string;
  password: string;
  token: string;
  csrf: string;
  accountId: string;
  orgId: string;
  /** The slug of their first team. */
  slug: string;
}

export const goodPassword = "correct horse battery 9";

let passwordHash: Promise<string> | undefined;

/** A new person with an organization and a team of their own, signed in: as after `registeredPerson`, which costs two hashes. */
export async function newPerson(name = "Ada"): Promise<Person> {
  const email = newEmail(name);
  passwordHash ??= hashPassword(goodPassword);
  const account = { email, name, passwordHash: await passwordHash, emailVerified: false };
  const { db } = await testDatabase();
  const accountId = (await db.transaction((tx) => createAccount(tx, account))) ?? "";
  return toPerson(email, await createSession(db, accountId));
}

/** A new person who has registered and signed in. */
export async function registeredPerson(name = "Ada"): Promise<Person> {
  const email = newEmail(name);
  await expectOk(callAs(accounts.register, { body: { name, email, password: goodPassword } }));
  const { token } = await expectOk(callAs(accounts.login, { body: { email, password: goodPassword } }));
  return toPerson(email, String(token));
}

const newEmail = (name: string): string => `${name.toLowerCase()}-${randomUUID()}@example.test`;

async function toPerson(email: string, token: string): Promise<Person> {
  const { csrf, account } = (await expectOk(callAs(accounts.get, { token }))) as {
    csrf: string;
    account: { _id: string; currentOrg: string; currentTeam: string };
  };
  const { _id, currentOrg, currentTeam } = account;
  return { email, password: goodPassword, token, csrf, accountId: _id, orgId: currentOrg, slug: currentTeam };
}

export async function expectOk(reply: Promise<Reply>): Promise<Record<string, unknown>> {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(`Expected 200, got ${status}: ${JSON.stringify(body)}`);
  return body;
}
