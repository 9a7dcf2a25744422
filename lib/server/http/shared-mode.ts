import { isApiKey } from "../auth/api-key";
import { principalOf } from "../auth/principal";
import { firstVisit, isVisitorToken, letsIn, type Visit, type Visitor, visitorOf } from "../auth/visitor";
import type { Db } from "../db/client";
import { unauthorized } from "./access";
import { notFound } from "./errors";
import type { Matched } from "./match";

const noSuchLink = () => notFound("This link");

/**
 * Whose visit a call below `/s` is, with a link that lets them in now. Null for what is no visit: another's call, which goes
 * the way that it goes without the `/s`. Only a bearer counts here, so that no other site can send one along.
 */
export async function visitOf(db: Db, matched: Matched, request: Request, body: unknown): Promise<Visit | null> {
  if (!matched.shared) return null;
  const token = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const shareId = linkNamed(matched, body);
  const known = token && isVisitorToken(token) ? await visitorOf(db, token) : null;
  if (known && (shareId === undefined || shareId === known.link.id)) return checked(db, known, matched);
  if (shareId !== undefined) {
    const visit = await firstVisit(db, matched.params.resourceSlug ?? "", shareId, await signedIn(db, token));
    if (!visit || !(await letsIn(db, visit))) throw noSuchLink();
    return visit;
  }
  if (token && isVisitorToken(token)) throw unauthorized(request, matched.params.resourceSlug);
  return null;
}

/** The link that a call is made by: those by which a visit begins name it. */
function linkNamed({ route: { endpoint }, params }: Matched, body: unknown): string | undefined {
  if (endpoint.name === "shares.get") return params.shareId;
  if (endpoint.name !== "sessions.add" || typeof body !== "object" || body === null) return undefined;
  const { shareId } = body as { shareId?: unknown };
  return typeof shareId === "string" && /^\w{1,100}$/.test(shareId) ? shareId : undefined;
}

async function checked(db: Db, visitor: Visitor, { params: { resourceSlug } }: Matched): Promise<Visitor> {
  if (resourceSlug !== undefined && resourceSlug !== visitor.link.teamId) throw notFound("This team");
  if (!(await letsIn(db, visitor))) throw noSuchLink();
  return visitor;
}

const nobody = { account: null, session: null };

async function signedIn(db: Db, token: string | undefined): Promise<Pick<Visit, "account" | "session">> {
  if (!token || isVisitorToken(token) || isApiKey(token)) return nobody;
  const principal = await principalOf(db, token, false);
  if (!principal?.expires) return nobody;
  return { account: principal.account, session: { id: principal.tokenId, expires: principal.expires } };
}
