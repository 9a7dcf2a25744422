import { eq } from "drizzle-orm";
import { seeAsHeader } from "@/lib/constants/ui";
import type { Endpoint } from "@/lib/contract/endpoint";
import { Permission } from "@/lib/permissions/bits";
import { type Checker, createChecker, missingPermission } from "@/lib/permissions/checker";
import { sameOriginPath } from "@/lib/utils/same-origin-path";
import { accounts } from "../accounts/table";
import { isInTeamOf, type Membership, noteSeen } from "../auth/membership";
import { type Principal, sameText } from "../auth/principal";
import { overSeatsError } from "../auth/seats";
import type { Db } from "../db/client";
import { AppError, notFound } from "./errors";
import { isOwnOrigin } from "./origin";

/** 401 with the way to sign in and back: to the page that called, else to the page of the call's team. */
export function unauthorized(request: Request, slug?: string): AppError {
  const referer = request.headers.get("referer");
  const from = referer && URL.canParse(referer) ? sameOriginPath(new URL(referer).pathname) : null;
  const page = from ?? (slug ? `/${encodeURIComponent(slug)}/apps` : "/");
  return new AppError("unauthorized", "Sign in to go on.", { redirect: `/login?goto=${encodeURIComponent(page)}` });
}

const adminCalls = new Set([
  "notifications.list",
  "teams.get",
  "teams.granters",
  "teams.member",
  "teams.editMember",
  "teams.edit",
  "teams.invite",
  "teams.removeMember",
  "teams.remove",
]);

/**
 * An organization's admin without a row in the team reaches only the calls that manage the team; one without a row in any
 * team has no other address for what is beyond one team, and makes those calls through each of its teams.
 */
export async function checkReach(
  db: Db,
  { name, orgWide }: Endpoint,
  { row, team }: Membership,
  accountId: string,
): Promise<void> {
  if (row || adminCalls.has(name)) return;
  if (orgWide && !(await isInTeamOf(db, accountId, team.orgId))) return;
  throw notFound("This team");
}

/** What is left to a member without a seat: to go, and to read what they are told. */
const readerCalls = new Set(["teams.leave", "orgs.leave", "notifications.seen"]);

export async function checkSeat(db: Db, endpoint: Endpoint, { readOnly, team }: Membership): Promise<void> {
  if (readOnly && endpoint.method !== "GET" && !readerCalls.has(endpoint.name))
    throw await overSeatsError(db, team.orgId);
}

/** Whether an API key may make the call at all; a call of no team takes the key's own word for the bit that it needs. */
export function checkKey(endpoint: Endpoint, { scope }: Principal): void {
  if (!scope) return;
  if (endpoint.sessionOnly) throw new AppError("forbidden", "API keys cannot make this call. Sign in to make it.");
  if (endpoint.orgWide && scope.teamIds)
    throw new AppError(
      "forbidden",
      "This API key is limited to some teams and cannot make a call of the whole organization.",
    );
  const bit = endpoint.permission;
  if (endpoint.access === "account" && bit !== undefined && !scope.permissions.includes(bit))
    throw new AppError("forbidden", missingPermission(bit), { permission: bit });
}

/** Refuses everybody but the holders of ROOT, who have no more of a team by it than their membership there. */
export function checkRoot({ account, kind }: Principal): void {
  if (kind === "session" && account.root) return;
  throw new AppError("forbidden", missingPermission(Permission.ROOT), { permission: Permission.ROOT });
}

/** The member with whose eyes the console is seen. */
export const memberSeenBy = (request: Request): string | null => request.headers.get(seeAsHeader);

const ownCalls = new Set(["accounts.get", "accounts.welcome"]);

/** While the console is seen as another member nothing is written, and what is the account's own is not shown as theirs. */
export function checkSeenAs({ method, access, name }: Endpoint): void {
  if (method !== "GET")
    throw new AppError(
      "forbidden",
      "You see the console as another member, where nothing can be changed. Leave that view first.",
    );
  if (access === "root")
    throw new AppError("forbidden", missingPermission(Permission.ROOT), { permission: Permission.ROOT });
  if (access === "account" && !ownCalls.has(name))
    throw new AppError("forbidden", "This belongs to the member alone, and nobody else sees it.");
}

export function checkPermission(endpoint: Endpoint, membership: Membership) {
  const permissions = createChecker(membership.bits);
  if (endpoint.permission !== undefined) requirePermissions({ permissions }, [endpoint.permission]);
  return permissions;
}

/** Throws 403 at the first of these bits that the caller does not have: for what a call makes beside its own thing. */
export function requirePermissions({ permissions }: { permissions: Checker }, bits: readonly number[]): void {
  const missing = bits.find((bit) => !permissions.has(bit));
  if (missing !== undefined) throw new AppError("forbidden", permissions.missing(missing), { permission: missing });
}

/** Being in a team by its path makes it the account's current one. Not with an API key: that is nobody being there. */
export async function enterTeam(
  db: Db,
  principal: Principal,
  { team, row }: Membership,
  byPath: boolean,
): Promise<void> {
  const { account, kind } = principal;
  // Nor a team that is only managed: signing in leads to the current team, whose pages are its members'.
  if (kind === "key" || !row) return;
  await noteSeen(db, account.id, team.id);
  if (!byPath || (account.currentTeamId === team.id && account.currentOrgId === team.orgId)) return;
  await db
    .update(accounts)
    .set({ currentTeamId: team.id, currentOrgId: team.orgId })
    .where(eq(accounts.id, account.id));
}

/**
 * A write by the cookie alone needs the csrf token and a same-origin Origin; with a bearer the token may be absent but,
 * when sent, must be right. Calls that always send it (`csrf` in the contract) need it in any case. An API key has none.
 */
export function checkCsrf(endpoint: Endpoint, principal: Principal, request: Request, body: unknown): void {
  const problem = csrfProblem(endpoint, principal, request, body);
  if (problem) throw problem;
}

/**
 * Whether a call that anyone may make is made by a session's cookie without that proof: it then counts for nobody, and the
 * call is a stranger's. Otherwise whoever has lost the token but not the cookie could never sign in again.
 */
export const isUnproven = (endpoint: Endpoint, principal: Principal, request: Request, body: unknown): boolean =>
  endpoint.access === "public" && principal.byCookie && csrfProblem(endpoint, principal, request, body) !== undefined;

function csrfProblem(endpoint: Endpoint, principal: Principal, request: Request, body: unknown): AppError | undefined {
  if (endpoint.method === "GET" || principal.kind === "key") return undefined;
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const sent = request.headers.get("x-csrf-token") ?? fields._csrf ?? fields.csrf;
  const needed = principal.byCookie || endpoint.csrf;
  if (principal.byCookie && !isOwnOrigin(request.headers.get("origin")))
    return new AppError("forbidden", "This request came from another site.");
  if (sent === undefined && !needed) return undefined;
  if (typeof sent === "string" && sameText(sent, principal.csrf)) return undefined;
  return new AppError("forbidden", "The page is out of date. Reload it and try again.");
}
