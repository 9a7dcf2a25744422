import { authorizationCodeGrant, type Configuration, fetchUserInfo } from "openid-client";
import { nameMax } from "@/lib/constants/limits";
import { emailField } from "@/lib/contract/accounts/schemas";
import { isVisible } from "@/lib/contract/base/visible";
import { truncate } from "@/lib/utils/text/truncate";
import { deriveVerifier } from "../../../access/accounts/oauth/oauth-flow";
import { AppError } from "../../../platform/errors/errors";
import { log } from "../../../platform/log/log";
import { listCauses, OutboundError } from "../../../platform/outbound/outbound-error";
import { type Claims, toClaims } from "../members/rules";
import { discover } from "../provider/discover";
import { buildRedirectUri, openClient, type ProviderRow } from "../provider/queries";
import { deriveNonce } from "./flow";

/** Who the provider says has signed in. */
export interface SsoPerson {
  issuer: string;
  subject: string;
  /** Null if the provider names none, or says that it is unverified. */
  email: string | null;
  name: string;
  claims: Claims;
}

/** The parameters of the page that the provider has redirected to. */
interface ProviderReturn {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

/**
 * Exchanges the code for the person. The library checks state, `iss`, signature, `aud`, `azp`, `exp` and `nbf` (30 s of clock
 * skew), nonce and the subject of userinfo. Throws 400 with a sentence that does not quote the provider.
 */
export async function identifyPerson(provider: ProviderRow, returned: ProviderReturn): Promise<SsoPerson> {
  const config = await discover(openClient(provider));
  const url = new URL(buildRedirectUri());
  for (const [name, value] of Object.entries(returned)) if (value !== undefined) url.searchParams.set(name, value);
  try {
    const tokens = await authorizationCodeGrant(config, url, {
      pkceCodeVerifier: deriveVerifier(returned.state),
      expectedState: returned.state,
      expectedNonce: deriveNonce(returned.state),
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new Error("There is no ID token.");
    // The library does not reject a token from the future.
    if (idToken.iat > Date.now() / 1_000 + maxAheadSeconds) throw futureToken();
    return toPerson({ ...(await readUserInfo(config, tokens.access_token, idToken.sub)), ...idToken });
  } catch (error) {
    throw explain(error, new URL(provider.issuer).host);
  }
}

const maxAheadSeconds = 300;
const futureToken = () =>
  Object.assign(new Error("The ID token is from the future."), { code: "OAUTH_JWT_TIMESTAMP_CHECK_FAILED" });

async function readUserInfo(config: Configuration, token: string, subject: string): Promise<Record<string, unknown>> {
  return config.serverMetadata().userinfo_endpoint ? fetchUserInfo(config, token, subject) : {};
}

type Claimed = Record<string, unknown> & { iss: string; sub: string };

/** Some providers name the address only as the user name. */
const emailClaims = ["email", "preferred_username", "upn"];

function toPerson(claimed: Claimed): SsoPerson {
  const isUnverified = claimed.email_verified === false || claimed.email_verified === "false";
  const emails = emailClaims.flatMap((name) => emailField.safeParse(claimed[name]).data ?? []);
  const email = isUnverified ? null : (emails[0] ?? null);
  return {
    issuer: claimed.iss,
    subject: claimed.sub,
    email,
    name: toName(claimed.name, email ?? "Member"),
    claims: toClaims(claimed),
  };
}

/** A name that a form would reject is replaced by the address. */
export function toName(name: unknown, email: string): string {
  const given = typeof name === "string" ? name.toWellFormed().trim() : "";
  const words = given && isVisible(given) ? given : (email.split("@")[0] ?? email);
  return truncate(words, nameMax).trimEnd();
}

const sentences: Record<string, string> = {
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: "sent an ID token that isn't for this sign-in",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    "sent an ID token that has expired or isn't valid yet. Check the clocks of both servers",
  OAUTH_KEY_SELECTION_FAILED: "signed the ID token with a key that it doesn't publish",
  OAUTH_RESPONSE_BODY_ERROR: "rejected the sign-in. Check the client ID and secret",
  OAUTH_TIMEOUT: "didn't respond in time",
};

function explain(error: unknown, host: string): AppError {
  const chain = listCauses(error);
  const outside = chain.find((one) => one instanceof OutboundError);
  if (outside) return outside;
  if (error instanceof Error && "code" in error && error.code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR")
    return new AppError("forbidden", `${host} didn't let you sign in. Ask your administrator for access.`, {
      cause: error,
    });
  const codes = chain.map((one) => (one instanceof Error && "code" in one ? String(one.code) : ""));
  const known = codes.map((code) => sentences[code]).find((text) => text !== undefined);
  log().info({ host, codes: codes.filter(Boolean) }, "sign-in with an identity provider failed");
  return new AppError("invalid", `${host} ${known ?? "couldn't confirm your identity"}. Try again.`, { cause: error });
}
