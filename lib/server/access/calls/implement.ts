import type { NamedTarget } from "@/lib/contract/base/audit-targets";
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
import type { Db, Reader, Tx } from "../../platform/db/client";
import type { ReceivedUpload } from "../../platform/http/body/receive-upload";
import type { Membership, TeamContext } from "../auth/membership";
import type { AccountPrincipal, Principal } from "../auth/principal";
import type { PublicationCaller } from "../auth/publication-caller";
import type { ScimCaller } from "../auth/scim-caller";

/** What a transaction tells the audit log. */
export interface AuditLog<T extends string> {
  /** Records the id of what the transaction has created. Returns the id. A method's type would take any other target too. */
  record: (target: T, id: string) => string;
}

export type Work<T extends string, R> = (tx: Tx, audit: AuditLog<T>) => Promise<R>;

/**
 * Runs work in a transaction. An audited call's subjects are read before and after the work, and its entries written. Calls that
 * wait, unless `elsewhere` or public, then have their caller's rights checked; with an Idempotency-Key at the end of the outer
 * transaction.
 */
export type Write<T extends string = never> = <R>(work: Work<T, R>) => Promise<R>;

/**
 * The context of a call that records the ids of the targets `T`. Calls that are audited, or that wait and are not public, can
 * write by `write` only, so that nothing changes without an entry, or for a caller who has lost the right to it.
 */
export interface BaseContext<T extends string = never> {
  db: Reader;
  write: Write<T>;
  request: Request;
  requestId: string;
  /** The caller's address, for limits and the log. */
  address: string;
  signal: AbortSignal;
  /** Throws if the call would now be refused. Used before irreversible actions, or in a transaction. */
  requireRights: (tx?: Tx) => Promise<void>;
}
export interface AccountContext<T extends string = never> extends BaseContext<T> {
  principal: AccountPrincipal;
  accountId: string;
}
export interface TeamCallContext<T extends string = never> extends BaseContext<T> {
  principal: Principal;
  accountId: string;
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
export interface PublicContext<T extends string = never> extends BaseContext<T> {
  principal: AccountPrincipal | null;
}

export interface ScimContext<T extends string = never> extends BaseContext<T> {
  scim: ScimCaller;
}

export interface PublicationContext<T extends string = never> extends BaseContext<T> {
  publication: PublicationCaller;
  startOnce: StartOnce;
}

/** Does a part of a call; with an Idempotency-Key once, in the transaction that stores its result. */
export type StartOnce = <R>(work: (db: Db) => Promise<R>) => Promise<R>;

/** The context of calls that may write to the database directly. */
export type PlainDb = { db: Db };

/**
 * Neither audited nor waiting. A public call does not depend on who makes it, so it may wait; so may a program with a
 * publication's key, which is checked again in the transaction that starts a run.
 */
type Unguarded = ({ method: "GET" } | { audit: { none: string } }) &
  ({ access: "public" | "publication" } | { waits?: undefined; multipart?: undefined });

export type DbOf<E extends EndpointDefinition & Policy> = E extends Unguarded ? PlainDb : unknown;

export type ContextOf<E extends EndpointDefinition & Policy, T extends string = NamedTarget<E["audit"]>> = DbOf<E> &
  (E["access"] extends "team"
    ? TeamCallContext<T>
    : E["access"] extends "account" | "root"
      ? AccountContext<T>
      : E["access"] extends "scim"
        ? ScimContext<T>
        : E["access"] extends "publication"
          ? PublicationContext<T>
          : PublicContext<T>);

/** Creates something in a transaction, and records its id. Returns the id. */
export const create = <T extends string>(
  { write }: Pick<BaseContext<T>, "write">,
  target: T,
  work: (tx: Tx) => Promise<string>,
): Promise<string> => write(async (tx, audit) => audit.record(target, await work(tx)));

export type UploadOf<E extends EndpointDefinition> = E extends { multipart: object }
  ? ReceivedUpload
  : E extends { files: object }
    ? ReceivedUpload | undefined
    : undefined;

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
