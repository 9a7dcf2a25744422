import { eq } from "drizzle-orm";
import { viewAsHeader } from "@/lib/constants/ui";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { Permission } from "@/lib/permissions/bits";
import { createChecker, missingPermission } from "@/lib/permissions/checker";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";
import { isMeantAsKey } from "../../../access/auth/api-key";
import { isInTeamOfOrg, type Membership, recordLastSeen } from "../../../access/auth/membership";
import { requirePermissions } from "../../../access/auth/permissions";
import { isEqualToken, type Principal, readCredential } from "../../../access/auth/principal";
import { createSeatError } from "../../../access/auth/seats";
import type { Db } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { AppError, notFound } from "../../../platform/errors/errors";
import { isOwnOrigin } from "../../../platform/http/front/origin";

/** 401, with a sign-in link that returns to the calling page or the team's page, except for an API key. */
export function createUnauthorizedError(request: Request, slug?: string): AppError {
  const credential = readCredential(request);
  if (credential && !credential.byCookie && isMeantAsKey(credential.token))
    return new AppError("unauthorized", "Invalid or expired API key.");
  const referer = request.headers.get("referer");
  const from = referer && URL.canParse(referer) ? sameOriginPath(new URL(referer).pathname) : null;
  const page = from ?? (slug ? `/${encodeURIComponent(slug)}` : "/");
  return new AppError("unauthorized", "Sign in to continue.", { redirect: `/login?goto=${encodeURIComponent(page)}` });
}

/**
 * An organization admin without a membership in the team can only call its management endpoints; one without any membership can
 * make organization-wide calls through each of its teams.
 */
export async function checkReach(
  db: Db,
  { reach }: ShapedEndpoint,
  { row, team }: Membership,
  accountId: string,
): Promise<void> {
  if (row || reach === "managers") return;
  if (reach === "organization" && !(await isInTeamOfOrg(db, accountId, team.orgId))) return;
  throw notFound("This team");
}

/** A member without a seat can read, leave, and mark notifications as read. */
export async function checkSeat(db: Db, endpoint: ShapedEndpoint, { readOnly, team }: Membership): Promise<void> {
  if (readOnly && endpoint.method !== "GET" && !endpoint.withoutSeat) throw await createSeatError(db, team.orgId);
}

/** Whether an API key may make the call; calls without a team require the permission in the key's scope. */
export function checkKey(endpoint: ShapedEndpoint, { scope }: Principal): void {
  if (!scope) return;
  if (!endpoint.apiKeys) throw new AppError("forbidden", "API keys can't be used for this endpoint. Sign in instead.");
  if (endpoint.reach === "organization" && scope.teamIds)
    throw new AppError(
      "forbidden",
      "This API key is limited to specific teams and can't be used for organization-wide endpoints.",
    );
  const bit = endpoint.permission;
  if (endpoint.access === "account" && bit !== undefined && !scope.permissions.includes(bit))
    throw new AppError("forbidden", missingPermission(bit), { permission: bit });
}

/** Allows only ROOT holders, who get no additional access to teams. */
export function checkRoot({ account, kind }: Principal): void {
  if (kind === "session" && account.root) return;
  throw new AppError("forbidden", missingPermission(Permission.ROOT), { permission: Permission.ROOT });
}

export const readViewedMemberId = (request: Request): string | null => request.headers.get(viewAsHeader);

/** Viewing as another member is read-only, and excludes the account's own data. */
export function checkViewAs({ method, access, viewAs }: ShapedEndpoint): void {
  if (viewAs) return;
  if (method !== "GET")
    throw new AppError("forbidden", "You're viewing as another member (read-only). Exit this view first.");
  if (access === "root")
    throw new AppError("forbidden", missingPermission(Permission.ROOT), { permission: Permission.ROOT });
  throw new AppError("forbidden", "This is private to the member.");
}

export function checkPermission(endpoint: ShapedEndpoint, membership: Membership) {
  const permissions = createChecker(membership.bits);
  if (endpoint.permission !== undefined) requirePermissions({ permissions }, [endpoint.permission]);
  return permissions;
}

/** A call in a team makes it the account's current one, unless made with an API key. */
export async function enterTeam(
  db: Db,
  principal: Principal,
  { team, row }: Membership,
  byPath: boolean,
): Promise<void> {
  const { account, kind } = principal;
  // Teams that are only managed are excluded: sign-in leads to the current team's pages, which are for members.
  if (kind === "key" || !row) return;
  await recordLastSeen(db, account.id, team.id);
  if (!byPath || (account.currentTeamId === team.id && account.currentOrgId === team.orgId)) return;
  await db
    .update(accounts)
    .set({ currentTeamId: team.id, currentOrgId: team.orgId })
    .where(eq(accounts.id, account.id));
}

/**
 * A write with cookie authentication requires the CSRF token and a same-origin Origin; with a bearer token the CSRF token is
 * optional, but must be valid if sent. Calls with `csrf` in the contract always require it. API keys have none.
 */
export function checkCsrf(endpoint: ShapedEndpoint, principal: Principal, request: Request, body: unknown): void {
  const problem = findCsrfProblem(endpoint, principal, request, body);
  if (problem) throw problem;
}

/**
 * Whether a public call has a session cookie without that proof: it is then treated as unauthenticated. Otherwise a client with
 * a cookie but without its CSRF token could never sign in again.
 */
export const lacksCsrfProof = (
  endpoint: ShapedEndpoint,
  principal: Principal,
  request: Request,
  body: unknown,
): boolean =>
  endpoint.access === "public" &&
  principal.byCookie &&
  findCsrfProblem(endpoint, principal, request, body) !== undefined;

function findCsrfProblem(
  endpoint: ShapedEndpoint,
  principal: Principal,
  request: Request,
  body: unknown,
): AppError | undefined {
  if (endpoint.method === "GET" || principal.kind === "key") return undefined;
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const sent = request.headers.get("x-csrf-token") ?? fields._csrf ?? fields.csrf;
  const needed = principal.byCookie || endpoint.csrf;
  if (principal.byCookie && !isOwnOrigin(request.headers.get("origin")))
    return new AppError("forbidden", "This request came from another site.");
  if (sent === undefined && !needed) return undefined;
  if (typeof sent === "string" && isEqualToken(sent, principal.csrf)) return undefined;
  return new AppError("forbidden", "The page is out of date. Reload it and try again.");
}
