import { createHmac } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { buildAuthorizationUrl, type Configuration, calculatePKCECodeChallenge } from "openid-client";
import { z } from "zod";
import { oauthFlowMs } from "@/lib/constants/limits";
import { createExpiredFlowError, deriveVerifier, storeState } from "../../../access/accounts/oauth/oauth-flow";
import { deriveKey } from "../../../platform/crypto/secret";
import { hashToken } from "../../../platform/crypto/tokens";
import type { Db, Reader } from "../../../platform/db/client";
import { tokens } from "../../../platform/db/tables/accounts";
import { newId, randomText } from "../../../platform/ids/ids";
import { buildRedirectUri, type ProviderRow } from "../provider/queries";

/** A sign-in that continues at the provider. */
export const ssoFlow = z.object({
  orgId: z.string(),
  goto: z.string().optional(),
  /** A test by this account, from this team's page: it signs no one in. */
  test: z.object({ accountId: z.string(), teamId: z.string() }).optional(),
});
type SsoFlow = z.output<typeof ssoFlow>;

/** Derived from the state with a server key, like PKCE's verifier. */
export const deriveNonce = (state: string): string =>
  createHmac("sha256", deriveKey("sso-nonce")).update(state).digest("base64url");

/** How long the browser keeps the state. */
export const stateSeconds = oauthFlowMs / 1_000;

/**
 * Begins a sign-in with the configuration that `discover` has read, which is no part of a transaction. Returns its state, and the
 * provider's page.
 */
export async function beginSso(
  db: Pick<Db, "insert">,
  config: Configuration,
  provider: ProviderRow,
  flow: SsoFlow,
  loginHint?: string,
) {
  const state = await storeState(db, "sso", flow, flow.test?.accountId);
  const scopes = new Set(["openid", "email", "profile", ...provider.scopes.split(" ").filter(Boolean)]);
  const url = buildAuthorizationUrl(config, {
    redirect_uri: buildRedirectUri(),
    scope: [...scopes].join(" "),
    state,
    nonce: deriveNonce(state),
    code_challenge: await calculatePKCECodeChallenge(deriveVerifier(state)),
    code_challenge_method: "S256",
    ...(loginHint && { login_hint: loginHint }),
  });
  return { state, url: url.href };
}

/** A person at the provider who is to be linked to an existing account. */
const linkData = z.object({
  orgId: z.string(),
  /** The provider's, when it has named the person. */
  provider: z.object({ issuer: z.string(), clientId: z.string() }),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  claims: z.record(z.string(), z.array(z.string())),
  goto: z.string().optional(),
});
type LinkData = z.output<typeof linkData>;

/** Creates a ticket for the person, until they prove that the account is theirs. */
export async function createLinkTicket(db: Pick<Db, "insert">, data: LinkData): Promise<string> {
  const ticket = randomText(52);
  const expires = new Date(Date.now() + oauthFlowMs);
  await db.insert(tokens).values({ id: newId("token"), hash: hashToken(ticket), purpose: "sso-link", data, expires });
  return ticket;
}

const isTicket = (ticket: string) =>
  and(eq(tokens.hash, hashToken(ticket)), eq(tokens.purpose, "sso-link"), gt(tokens.expires, new Date()));

export async function readLinkTicket(db: Reader, ticket: string): Promise<LinkData> {
  const [row] = await db.select({ data: tokens.data }).from(tokens).where(isTicket(ticket));
  if (!row) throw createExpiredFlowError();
  return linkData.parse(row.data);
}

/** Consumes the ticket. */
export async function clearLinkTicket(db: Pick<Db, "delete">, ticket: string): Promise<void> {
  const used = await db.delete(tokens).where(isTicket(ticket)).returning({ id: tokens.id });
  if (used.length === 0) throw createExpiredFlowError();
}
