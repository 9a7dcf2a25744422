import {
  type BodyOut,
  compilePath,
  type EndpointDefinition,
  type Params,
  type QueryOut,
  type Result,
  type ShapedEndpoint,
} from "@/lib/contract/endpoint";
import type { Checker } from "@/lib/permissions/checker";
import type { Membership, TeamContext } from "../auth/membership";
import type { Principal } from "../auth/principal";
import type { Db, Tx } from "../db/client";
import type { Upload } from "./upload";

export interface BaseContext {
  db: Db;
  request: Request;
  requestId: string;
  /** The caller's address, for limits and the log. */
  address: string;
  signal: AbortSignal;
  /** Throws what would refuse the call if it came in now: for what no rollback takes back, or in a transaction. */
  requireRights: (tx?: Tx) => Promise<void>;
}
export interface AccountContext extends BaseContext {
  principal: Principal;
  accountId: string;
}
export interface TeamCallContext extends AccountContext {
  team: TeamContext;
  teamId: string;
  permissions: Checker;
  membership: Membership;
  /** With whose eyes as well: only what both may see is shown. */
  alsoSeenBy?: Seer;
}

/** Somebody, and what they may do in the team. */
export interface Seer {
  accountId: string;
  permissions: Checker;
}
export interface PublicContext extends BaseContext {
  principal: Principal | null;
}

type ContextOf<E extends EndpointDefinition> = E["access"] extends "team"
  ? TeamCallContext
  : E["access"] extends "account" | "root"
    ? AccountContext
    : PublicContext;

export type UploadOf<E extends EndpointDefinition> = E extends { multipart: object } ? Upload : undefined;

/** The handler's answer may carry a cookie to set. */
export interface Call<E extends EndpointDefinition> {
  ctx: ContextOf<E>;
  params: Params<E>;
  query: QueryOut<E>;
  body: BodyOut<E>;
  upload: UploadOf<E>;
  /** Sets or clears (null) the session cookie on the answer. */
  setSession: (token: string | null) => void;
  /** Sets or clears (null) another cookie, for as long as it says. */
  setCookie: (name: string, value: string | null, seconds: number) => void;
  /** Does something once what the handler has written is committed. */
  afterCommit: (work: () => void) => void;
}

/** A Response goes out as it is: what the handler has checked and kept, such as an answer that never changes. */
export type Handler<E extends EndpointDefinition> = (
  call: Call<E>,
) => Promise<Result<E> | Response> | Result<E> | Response;

/** An endpoint with its handler, its types erased: the dispatcher parses what goes in and what comes out. */
export interface Route {
  endpoint: ShapedEndpoint;
  match: (pathname: string) => Record<string, string> | null;
  handle: (call: never) => unknown;
}

/**
 * Of this bundle, no `singleton`: what answers calls in front of Next and Next's own route are bundled apart, and handlers
 * of the other bundle would throw an `AppError` that the dispatcher of this one does not know.
 */
export const routes = new Map<string, Route>();

/** Registers the handlers of a contract; a missing one does not compile. Loading a module again replaces them. */
export function implement<C extends Record<string, EndpointDefinition & { name: string; resource: string }>>(
  contract: C,
  handlers: { [K in keyof C]: Handler<C[K]> },
): void {
  for (const [key, endpoint] of Object.entries(contract)) {
    const handle = handlers[key as keyof C] as (call: never) => unknown;
    routes.set(endpoint.name, { endpoint, match: compilePath(endpoint.path), handle });
  }
}
