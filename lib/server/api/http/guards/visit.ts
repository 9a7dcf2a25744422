import { isApiKey } from "../../../access/auth/api-key";
import { findPrincipal } from "../../../access/auth/principal";
import {
  findVisitor,
  isStillAdmitted,
  isVisitorToken,
  startVisit,
  type Visit,
  type Visitor,
} from "../../../access/auth/visitor";
import type { Db } from "../../../platform/db/client";
import { notFound } from "../../../platform/errors/errors";
import type { MatchedRoute } from "../calls/match";
import { createUnauthorizedError } from "./access";

const createNoLinkError = () => notFound("This link");

/**
 * The visit of a call below `/s`, with a link that admits it now. Null without a visit: the call is then handled as without
 * `/s`. Only bearer tokens count, because other sites cannot send them.
 */
export async function findVisit(db: Db, matched: MatchedRoute, request: Request, body: unknown): Promise<Visit | null> {
  if (!matched.shared) return null;
  const token = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const shareId = findNamedLink(matched, body);
  const known = token && isVisitorToken(token) ? await findVisitor(db, token) : null;
  if (known && (shareId === undefined || shareId === known.link.id)) return requireAdmitted(db, known, matched);
  if (shareId !== undefined) {
    const visit = await startVisit(db, matched.params.resourceSlug ?? "", shareId, await findSignedIn(db, token));
    if (!visit || !(await isStillAdmitted(db, visit))) throw createNoLinkError();
    return visit;
  }
  if (token && isVisitorToken(token)) throw createUnauthorizedError(request, matched.params.resourceSlug);
  return null;
}

/** The link of a call that starts a visit. */
function findNamedLink({ route: { endpoint }, params }: MatchedRoute, body: unknown): string | undefined {
  const link = endpoint.visitors?.link;
  if (link === "path") return params.shareId;
  if (link !== "body" || typeof body !== "object" || body === null) return undefined;
  const { shareId } = body as { shareId?: unknown };
  return typeof shareId === "string" && /^\w{1,100}$/.test(shareId) ? shareId : undefined;
}

async function requireAdmitted(db: Db, visitor: Visitor, { params: { resourceSlug } }: MatchedRoute): Promise<Visitor> {
  if (resourceSlug !== undefined && resourceSlug !== visitor.link.teamId) throw notFound("This team");
  if (!(await isStillAdmitted(db, visitor))) throw createNoLinkError();
  return visitor;
}

const anonymous = { account: null, session: null };

async function findSignedIn(db: Db, token: string | undefined): Promise<Pick<Visit, "account" | "session">> {
  if (!token || isVisitorToken(token) || isApiKey(token)) return anonymous;
  const principal = await findPrincipal(db, token, false);
  if (!principal?.expires) return anonymous;
  const { account, tokenId: id, expires, ssoOrgIds } = principal;
  return { account, session: { id, expires, data: { sso: ssoOrgIds } } };
}
