import { and, eq, isNull } from "drizzle-orm";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Tx } from "../../platform/db/client";
import { scimTokens } from "../../platform/db/tables/identity";
import { orgs } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import { randomText } from "../../platform/ids/ids";
import { isNotLocked } from "./is-not-locked";
import { isLastUseDue } from "./last-used";
import { readCredential } from "./principal";

/** The SCIM client of an organization's identity provider. */
export interface ScimCaller {
  orgId: string;
  tokenId: string;
  /** Its token's first characters, for the audit log. */
  prefix: string;
}

const start = "msc_";
const shownLength = start.length + 8;

/** A new token with its stored parts. */
export function createScimToken() {
  const token = `${start}${randomText(52)}`;
  return { token, stored: { hash: hashToken(token), prefix: token.slice(0, shownLength) } };
}

const createTokenError = () => new AppError("unauthorized", "Send a valid SCIM token for the organization.");

/** Throws 401 when the token has been revoked since the call began. The caller locks the organization, as a revocation does. */
export async function requireValidToken(tx: Tx, orgId: string, tokenId: string): Promise<void> {
  const own = and(eq(scimTokens.orgId, orgId), eq(scimTokens.id, tokenId));
  if ((await tx.$count(scimTokens, own)) === 0) throw createTokenError();
}

/** Returns the caller of a SCIM token. Throws 401 for a missing, unknown or revoked one. */
export async function requireScimCaller(db: Db, request: Request): Promise<ScimCaller> {
  const found = readCredential(request);
  const token = found && !found.byCookie && found.token.startsWith(start) ? found.token : undefined;
  const [row] = token
    ? await db
        .select({ token: scimTokens })
        .from(scimTokens)
        .innerJoin(orgs, and(eq(orgs.id, scimTokens.orgId), isNull(orgs.dateDeleted)))
        .where(eq(scimTokens.hash, hashToken(token)))
    : [];
  if (!row) throw createTokenError();
  const { id, orgId, prefix, lastUsed } = row.token;
  const now = new Date();
  if (isLastUseDue(lastUsed, now))
    await db.update(scimTokens).set({ lastUsed: now }).where(isNotLocked(scimTokens.id, id));
  return { orgId, tokenId: id, prefix };
}
