import { and, eq, gt, isNull } from "drizzle-orm";
import { oauthAccessSeconds, oauthRefreshSeconds } from "@/lib/constants/publications";
import { disconnectToken } from "../../../access/broadcast/disconnect";
import { hashToken, safeEqual } from "../../../platform/crypto/tokens";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { oauthGrants, oauthTokens } from "../../../platform/db/tables/oauth";
import { AppError } from "../../../platform/errors/errors";
import { requireGrant } from "../service";
import { parseResource } from "./addresses";
import { revokeGrants } from "./grants";
import { createSecret, toChallenge } from "./secrets";

type GrantRow = typeof oauthGrants.$inferSelect;

export interface IssuedTokens {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
}

const refuse = (oauthCode: string, message: string) => new AppError("invalid", message, { data: { oauthCode } });
const invalidGrant = () =>
  refuse("invalid_grant", "The code or token is invalid, expired, revoked, or was issued to another client.");

/** Tokens that were presented twice may have been stolen: the holder of the others loses access as well. */
async function revokeReused(db: Db, grantId: string): Promise<void> {
  await db.transaction((tx) => revokeGrants(tx, [grantId]));
  await disconnectToken(grantId);
}

async function issueTokens(tx: Tx, grantId: string): Promise<IssuedTokens> {
  await requireGrant(tx, grantId).catch((error: unknown) => {
    throw error instanceof AppError ? invalidGrant() : error;
  });
  const issue = async (kind: "access" | "refresh", seconds: number) => {
    const { secret, hash } = createSecret(kind);
    const expires = new Date(Date.now() + seconds * 1_000);
    await tx.insert(oauthTokens).values({ hash, grantId, kind, expires });
    return secret;
  };
  return {
    access_token: await issue("access", oauthAccessSeconds),
    token_type: "Bearer",
    expires_in: oauthAccessSeconds,
    refresh_token: await issue("refresh", oauthRefreshSeconds),
  };
}

/** A token is for the publication of its grant only. */
function checkResource({ publicationId }: GrantRow, resource: string | undefined): void {
  if (resource !== undefined && parseResource(resource) !== publicationId)
    throw refuse("invalid_target", "The resource parameter doesn't match the authorized resource.");
}

interface CodeForm {
  client_id: string;
  code: string;
  redirect_uri: string;
  code_verifier: string;
  resource?: string | undefined;
}

/** Exchanges a code, which is valid once. Throws `invalid_grant` or `invalid_target`. */
export async function exchangeCode(db: Db, form: CodeForm): Promise<IssuedTokens> {
  const [grant] = await db
    .select()
    .from(oauthGrants)
    .where(eq(oauthGrants.codeHash, hashToken(form.code)));
  if (!grant) throw invalidGrant();
  if (grant.exchanged) {
    await revokeReused(db, grant.id);
    throw invalidGrant();
  }
  const isOwn = grant.clientId === form.client_id && grant.redirectUri === form.redirect_uri;
  if (!isOwn || !safeEqual(grant.codeChallenge, toChallenge(form.code_verifier))) throw invalidGrant();
  checkResource(grant, form.resource);
  const now = new Date();
  const tokens = await db.transaction(async (tx) => {
    const valid = and(isNull(oauthGrants.exchanged), isNull(oauthGrants.revoked), gt(oauthGrants.codeExpires, now));
    const exchanged = await tx
      .update(oauthGrants)
      .set({ exchanged: now, lastUsed: now })
      .where(and(eq(oauthGrants.id, grant.id), valid))
      .returning({ id: oauthGrants.id });
    return exchanged.length > 0 ? issueTokens(tx, grant.id) : undefined;
  });
  if (tokens) return tokens;
  // Expired, or exchanged by a request at the same time.
  if (grant.codeExpires > now) await revokeReused(db, grant.id);
  throw invalidGrant();
}

async function findToken(db: Reader, token: string) {
  const [found] = await db
    .select({ token: oauthTokens, grant: oauthGrants })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grantId))
    .where(eq(oauthTokens.hash, hashToken(token)));
  return found;
}

interface RefreshForm {
  client_id: string;
  refresh_token: string;
  resource?: string | undefined;
}

/** Replaces a refresh token, and issues an access token. Throws `invalid_grant` or `invalid_target`. */
export async function refreshTokens(db: Db, form: RefreshForm): Promise<IssuedTokens> {
  const found = await findToken(db, form.refresh_token);
  const now = new Date();
  if (found?.token.kind !== "refresh" || found.grant.clientId !== form.client_id || found.token.expires <= now)
    throw invalidGrant();
  const { grant, token } = found;
  checkResource(grant, form.resource);
  const tokens = await db.transaction(async (tx) => {
    const used = await tx
      .update(oauthTokens)
      .set({ used: now })
      .where(and(eq(oauthTokens.hash, token.hash), isNull(oauthTokens.used)))
      .returning({ hash: oauthTokens.hash });
    return used.length > 0 ? issueTokens(tx, grant.id) : undefined;
  });
  if (tokens) return tokens;
  await revokeReused(db, grant.id);
  throw invalidGrant();
}

/** Revokes the grant of a token (RFC 7009). A token that is unknown, or of another client, changes nothing. */
export async function revokeToken(db: Db, form: { client_id: string; token: string }): Promise<void> {
  const found = await findToken(db, form.token);
  if (found?.grant.clientId !== form.client_id) return;
  const { id } = found.grant;
  await db.transaction((tx) => revokeGrants(tx, [id]));
  await disconnectToken(id);
}
