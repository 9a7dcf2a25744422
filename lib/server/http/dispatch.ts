import { sessionMaxMs } from "@/lib/constants/limits";
import type { Endpoint } from "@/lib/contract/endpoint";
import { type AuditedContext, auditFor } from "../audit/service";
import { type Caller, callerOf } from "../auth/caller";
import type { Membership } from "../auth/membership";
import { authenticate, presented, sessionCookie } from "../auth/principal";
import { memberSeen } from "../auth/seen-as";
import type { Visit } from "../auth/visitor";
import { explained } from "../billing/limit-error";
import { tellLimit } from "../billing/tell-limit";
import { type Db, openDatabase } from "../db/client";
import { isTransient } from "../db/is-transient";
import { isLostRace } from "../db/lost-race";
import { fullError, isFullFailure, requireRoom } from "../disk";
import { env } from "../env";
import { log } from "../log";
import { withLogContext } from "../log-context";
import {
  checkCsrf,
  checkKey,
  checkPermission,
  checkReach,
  checkRoot,
  checkSeat,
  checkSeenAs,
  enterTeam,
  isUnproven,
  memberSeenBy,
  unauthorized,
} from "./access";
import { clientAddress } from "./client-address";
import { AppError, notFound, unavailable } from "./errors";
import { once } from "./idempotency";
import type { Call, Route, Seer } from "./implement";
import { visitHandlers } from "./implement-shared";
import { jsonResponse } from "./json-response";
import { type Matched, matchRoute } from "./match";
import { parseInput } from "./parse";
import { limitAddress, limitEmail, limitStrangers, limitVisit, limitWrites } from "./rate-limits";
import { readJsonBody } from "./read-body";
import { REQUEST_ID_HEADER, requestIdOf } from "./request-id";
import { type Rights, recordUsed, rightsOf } from "./rights";
import { visitOf } from "./shared-mode";
import { receiveForEndpoint } from "./upload";

const unexpected = "An unexpected error occurred, please contact support.";
const lostRace = "Something that this belongs to was changed or deleted in the meantime. Reload and try again.";

/** What the log's line of a call says of it. */
interface About {
  endpoint: string;
  accountId?: string;
  visitorId?: string;
  teamId?: string;
}

/** Answers one call of the API. The only place that knows HTTP; never throws. */
export function dispatch(request: Request, pathname: string): Promise<Response> {
  const requestId = requestIdOf(request);
  return withLogContext({ requestId }, async () => {
    const began = performance.now();
    const about: About = { endpoint: "none" };
    const response = await answer(request, pathname, requestId, about).catch((error: unknown) =>
      failure(error, request, about),
    );
    const ms = Math.round(performance.now() - began);
    log().info({ ...about, method: request.method, status: response.status, ms }, "call");
    response.headers.set(REQUEST_ID_HEADER, requestId);
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    return response;
  });
}

async function failure(error: unknown, request: Request, about: About): Promise<Response> {
  if (error instanceof AppError) {
    const inFull = await explained(error, about.accountId).catch(() => error);
    return inFull.toResponse();
  }
  if (request.signal.aborted) return new Response(null, { status: 499 });
  if (isFullFailure(error)) {
    log().error({ err: error, ...about }, "the disk is full");
    return fullError().toResponse();
  }
  const lost = isLostRace(error);
  if (!lost && isTransient(error)) {
    log().warn({ err: error, ...about }, "the database is unavailable");
    return unavailable(error).toResponse();
  }
  log()[lost ? "info" : "error"]({ err: error, ...about }, "call failed");
  return (lost ? new AppError("conflict", lostRace) : new AppError("internal", unexpected)).toResponse();
}

async function answer(request: Request, pathname: string, requestId: string, about: About): Promise<Response> {
  const matched = matchRoute(request.method, pathname);
  if (!matched) throw new AppError("not_found", "There is no such call.");
  const { endpoint } = matched.route;
  about.endpoint = endpoint.name;
  const { signal } = request;
  const address = clientAddress(request);
  if (matched.shared || endpoint.access === "public") await limitStrangers(endpoint.name, address);
  signal.throwIfAborted();
  const { db } = await openDatabase();
  const unread = endpoint.multipart || endpoint.ownBody || endpoint.method === "GET";
  const body = unread ? undefined : await readJsonBody(request, endpoint);
  const query = new URL(request.url).searchParams;
  // Before the caller is looked for, as the slug goes into that statement.
  checkAddress(matched.params, query);
  const visit = await visitOf(db, matched, request, body);
  const found = visit ? null : await identify(db, endpoint, matched, request, query);
  const caller = found && !isUnproven(endpoint, found.principal, request, body) ? found : null;
  const principal = caller?.principal ?? null;
  about.accountId = principal?.account.id;
  about.visitorId = visit?.visitor?.id;
  const base = { db, request, requestId, address, signal, principal };
  const team = visit ? undefined : await admit(endpoint, caller, matched, request, query, db);
  about.teamId = visit?.link.teamId ?? team?.teamId;
  if (principal) checkCsrf(endpoint, principal, request, body);
  if (endpoint.method !== "GET" && endpoint.method !== "DELETE" && !endpoint.whenFull)
    await requireRoom(Number(request.headers.get("content-length")) || 0);
  signal.throwIfAborted();
  await limitAddress(endpoint.name, address);
  if (visit && endpoint.method !== "GET") await limitVisit(endpoint.name, visit, address);
  if (principal && endpoint.method !== "GET") await limitWrites(principal);
  sameIds(matched.params, body);
  const parsedQuery = endpoint.query ? parseInput(endpoint.query, lastValues(query)) : undefined;
  const orgId = visit?.orgId ?? team?.team.orgId;
  const used = team?.used ?? new Set<number>();
  const membership = team?.membership ?? null;
  const rights = rightsOf(db, { endpoint, matched, request, body, principal, visit, membership, used });
  const upload = endpoint.multipart ? await receiveForEndpoint(request, endpoint, db, orgId, !visit) : undefined;
  try {
    // Before anything of the upload is looked at: it may have come slowly.
    if (upload) await rights.check();
    const parsedBody = endpoint.body ? parseInput(endpoint.body, (upload ? upload.fields : body) ?? {}) : undefined;
    await limitEmail(endpoint.name, parsedBody);
    // A cookie of a session that has ended is taken from a browser that signs in, or is about to.
    const over = endpoint.access === "public" && endpoint.method !== "GET" && !found && presented(request)?.byCookie;
    const cookies = new Map<string, string>();
    const setCookie = (...cookie: Parameters<typeof cookieOf>) => cookies.set(cookie[0], cookieOf(...cookie));
    if (over) setCookie(sessionCookie, null, 0);
    const after: (() => void)[] = [];
    const call = {
      ctx: { ...base, ...team, accountId: principal?.account.id, visit, requireRights: rights.check },
      params: matched.params,
      query: parsedQuery,
      body: parsedBody,
      upload,
      setSession: (token: string | null) => setCookie(sessionCookie, token, sessionSeconds),
      setCookie,
      afterCommit: (work: () => void) => after.push(work),
    };
    const result = await rights
      .during(() => run(matched.route, call, pathname, rights))
      .catch(async (error: unknown) => {
        if (principal) await tellLimit(db, error, { principal, teamId: team?.teamId ?? null });
        throw error;
      });
    for (const work of after) work();
    const response = result instanceof Response ? result : jsonResponse(endpoint.response?.parse(result) ?? {});
    for (const cookie of cookies.values()) response.headers.append("set-cookie", cookie);
    return response;
  } finally {
    await upload?.dispose();
  }
}

/** Who calls; for a call of a team with what they are in that of the path, of `?resourceSlug=`, else their current one. */
async function identify(
  db: Db,
  endpoint: Endpoint,
  matched: Matched,
  request: Request,
  query: URLSearchParams,
): Promise<Caller | null> {
  if (endpoint.access === "team") return callerOf(db, request, slugOf(matched, query));
  const principal = await authenticate(db, request);
  return principal && { principal, membership: null };
}

const slugOf = ({ params }: Matched, query: URLSearchParams): string | undefined =>
  params.resourceSlug ?? query.get("resourceSlug") ?? undefined;

/** Who may call: checks that somebody signed in, is in the team and has the bit. Answers the team's part of the context. */
async function admit(
  endpoint: Endpoint,
  caller: Caller | null,
  matched: Matched,
  request: Request,
  query: URLSearchParams,
  db: Db,
) {
  if (caller) checkKey(endpoint, caller.principal);
  const memberId = caller && memberSeenBy(request);
  if (memberId) checkSeenAs(endpoint);
  if (endpoint.access === "public") return undefined;
  if (!caller) throw unauthorized(request, slugOf(matched, query));
  if (endpoint.access === "root") checkRoot(caller.principal);
  if (endpoint.access === "account" || endpoint.access === "root") return undefined;
  const { principal, membership } = caller;
  if (!membership) throw notFound("This team");
  await checkReach(db, endpoint, membership, principal.account.id);
  await checkSeat(db, endpoint, membership);
  await enterTeam(db, principal, membership, matched.params.resourceSlug !== undefined);
  const used = new Set<number>();
  const permissions = checkPermission(endpoint, membership);
  const alsoSeenBy = memberId ? await seer(db, endpoint, principal, membership, memberId) : undefined;
  return {
    team: membership.team,
    teamId: membership.team.id,
    permissions: recordUsed(permissions, used),
    membership,
    alsoSeenBy,
    used,
  };
}

/** The member must be let in too, by the same checks. */
async function seer(
  db: Db,
  endpoint: Endpoint,
  { account }: Caller["principal"],
  own: Membership,
  memberId: string,
): Promise<Seer | undefined> {
  const seen = await memberSeen(db, account.id, own, memberId);
  return seen ? { accountId: memberId, permissions: checkPermission(endpoint, seen) } : undefined;
}

interface AnyCall {
  ctx: { db: Db; request: Request; visit: Visit | null } & AuditedContext;
  params: Record<string, string>;
  body: unknown;
}

function run({ endpoint, handle }: Route, call: AnyCall, path: string, rights: Rights): Promise<unknown> {
  const audit = auditFor(endpoint, call.ctx, call);
  const { visit } = call.ctx;
  const handler = visit ? visitHandlers.get(endpoint.name) : handle;
  if (!handler) throw new AppError("not_found", "There is no such call.");
  const work = async (db: Db) => {
    const ctx = { ...call.ctx, db: audit ? audit.around(db) : db };
    const result = await (handler as (call: unknown) => unknown)({ ...call, ctx } as unknown as Call<Endpoint>);
    audit?.check();
    return result;
  };
  const { request, principal } = call.ctx;
  const db = rights.around(call.ctx.db);
  const key = request.headers.get("idempotency-key");
  const { name } = endpoint;
  // What session/add answers a visitor holds their token, which is stored nowhere.
  const accountId = principal?.account.id ?? (name === "sessions.start" ? visit?.visitor?.id : undefined);
  if (!key || !endpoint.idempotent || !accountId) return work(db);
  return once(db, { accountId, key, endpoint: name, path, body: call.body }, work);
}

/** PostgreSQL fails on NUL. The front guard refuses it as well, but not every request comes through there. */
function checkAddress(params: Record<string, string>, query: URLSearchParams): void {
  if ([...Object.values(params), ...query.values()].some((text) => text.includes("\0")))
    throw new AppError("invalid", "The address is not valid.");
}

/** An id that repeats in a body must equal the path's. */
function sameIds(params: Record<string, string>, body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(params)) {
    const sent = (body as Record<string, unknown>)[name];
    if (sent !== undefined && sent !== value)
      throw new AppError("invalid", `The field ${name} differs from the one in the address.`, {
        issues: [{ path: name, message: "Differs from the address." }],
      });
  }
}

const lastValues = (query: URLSearchParams) => Object.fromEntries(query.entries());

const sessionSeconds = sessionMaxMs / 1_000;

function cookieOf(name: string, value: string | null, seconds: number): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  const age = value === null ? 0 : seconds;
  return `${name}=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
}
