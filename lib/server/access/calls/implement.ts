import {
  type BodyOut,
  compilePath,
  type EndpointDefinition,
  type Params,
  type QueryOut,
  type Result,
  type ShapedEndpoint,
} from "@/lib/contract/base/endpoint";
import type { Policy } from "@/lib/contract/base/policy";
import type { Checker } from "@/lib/permissions/checker";
import type { Db, Tx } from "../../platform/db/client";
import type { ReceivedUpload } from "../../platform/http/body/receive-upload";
import type { Membership, TeamContext } from "../auth/membership";
import type { Principal } from "../auth/principal";

export interface BaseContext {
  db: Db;
  request: Request;
  requestId: string;
  /** The caller's address, for limits and the log. */
  address: string;
  signal: AbortSignal;
  /** Throws if the call would now be refused. Used before irreversible actions, or in a transaction. */
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
  /** The member as whom the console is viewed: only data visible to both is shown. */
  viewAs?: Actor;
}

/** An account with its permissions in the team. */
export interface Actor {
  accountId: string;
  permissions: Checker;
}
export interface PublicContext extends BaseContext {
  principal: Principal | null;
}

type ContextOf<E extends EndpointDefinition & Policy> = E["access"] extends "team"
  ? TeamCallContext
  : E["access"] extends "account" | "root"
    ? AccountContext
    : PublicContext;

export type UploadOf<E extends EndpointDefinition> = E extends { multipart: object } ? ReceivedUpload : undefined;

/** A handler's input, and its means to extend the response. */
interface Call<E extends EndpointDefinition & Policy> {
  ctx: ContextOf<E>;
  params: Params<E>;
  query: QueryOut<E>;
  body: BodyOut<E>;
  upload: UploadOf<E>;
  /** Sets or clears (null) the session cookie on the response. */
  setSession: (token: string | null) => void;
  /** Sets or clears (null) another cookie, for as long as it says. */
  setCookie: (name: string, value: string | null, seconds: number) => void;
}

/** A Response is sent unchanged, such as a cached text. */
type Handler<E extends EndpointDefinition & Policy> = (
  call: Call<E>,
) => Promise<Result<E> | Response> | Result<E> | Response;

/** An endpoint with its type-erased handler: the dispatcher parses input and output. */
export interface Route {
  endpoint: ShapedEndpoint;
  match: (pathname: string) => Record<string, string> | null;
  handle: (call: never) => unknown;
}

/**
 * Per bundle, not a `singleton`: the server in front of Next and Next's own route are bundled separately, and handlers of the
 * other bundle would throw a different `AppError` class.
 */
export const routes = new Map<string, Route>();

/** Registers a contract's handlers; a missing one does not compile. Reloading a module replaces them. */
export function implement<C extends Record<string, ShapedEndpoint>>(
  contract: C,
  handlers: { [K in keyof C]: Handler<C[K]> },
): void {
  for (const [key, endpoint] of Object.entries(contract)) {
    const handle = handlers[key as keyof C] as (call: never) => unknown;
    routes.set(endpoint.name, { endpoint, match: compilePath(endpoint.path), handle });
  }
}
