import { z } from "zod";
import { pluralize } from "@/lib/utils/text/pluralize";
import { createGoogleAccount } from "../../models/providers/clients/google-account";
import { SignInError } from "../../models/providers/shared/sign-in-error";
import { ConnectorError } from "../shared/errors";
import { findCause, parseRetryAfter, tidyMessage, toStatusError } from "../shared/failure";
import { findMessage, findServiceError } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { AccessToken } from "./access";

interface ServiceAccount {
  /** The JSON key file's text. */
  credentials: string;
  scopes: string[];
  subject?: string;
}

/** Access by a service account. Tokens come from Google itself, whatever the key file's `token_uri` says. */
export async function createServiceAccountAccess(
  { credentials, scopes, subject }: ServiceAccount,
  { fetch, places, signal }: Pick<ConnectorContext, "fetch" | "places" | "signal">,
): Promise<AccessToken> {
  const createAccount = () => createGoogleAccount(credentials, fetch, places.googleOAuth, { scopes, subject });
  let account = await createAccount();
  return async (serviceError) => {
    // The client caches its token until it expires, even after a rejection.
    if (serviceError !== undefined && account.client.credentials.access_token === serviceError)
      account = await createAccount();
    await account.signIn(signal);
    return account.client.credentials.access_token ?? "";
  };
}

const errorSchema = z.object({
  error: z.object({
    message: z.string().default(""),
    status: z.string().default(""),
    errors: z.array(z.object({ reason: z.string().default("") })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

/** Google's reason codes, such as `userRateLimitExceeded`. */
export function findGoogleReasons(body: unknown): string[] {
  const error = errorSchema.safeParse(body).data?.error;
  if (!error) return [];
  const reasons = [...error.errors, ...error.details].map(({ reason }) => reason ?? "");
  return [error.status, ...reasons].filter(Boolean);
}

const rateLimitReasons =
  /^(user)?rateLimitExceeded$|^dailyLimitExceeded$|^quotaExceeded$|^RATE_LIMIT_EXCEEDED$|^RESOURCE_EXHAUSTED$/i;
const missingScopeReasons = /^(ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions|insufficientScopes)$/;
const apiDisabledReasons = /^(SERVICE_DISABLED|accessNotConfigured)$/;

function toSignInError({ status, message }: SignInError, service: string): ConnectorError {
  const detail = tidyMessage(message);
  if (status === undefined || status >= 500 || status === 429 || status === 408)
    return new ConnectorError("unavailable", `Google couldn't sign in the service account: ${detail}`);
  return new ConnectorError("credentials", `Google rejected the service account for ${service}: ${detail}`, {
    field: "authentication",
  });
}

/** Converts a refusal by one of Google's services to a user-facing error. */
export function toGoogleError(error: unknown, service: string): ConnectorError | undefined {
  const refused = findServiceError(error);
  if (!refused) {
    const signIn = findCause(error, SignInError);
    return signIn && !findCause(error, ConnectorError) && signIn.status !== undefined
      ? toSignInError(signIn, service)
      : undefined;
  }
  const { status, headers, body } = refused;
  const own = findMessage(body);
  const reasons = findGoogleReasons(body);
  const hasReason = (pattern: RegExp) => reasons.some((reason) => pattern.test(reason));
  const detail = own ? ` Google reported: ${tidyMessage(own)}` : "";
  if (hasReason(rateLimitReasons)) {
    const retryAfterMs = parseRetryAfter(headers) ?? 60_000;
    const wait = `Try again in ${pluralize(Math.ceil(retryAfterMs / 1000), "second")}; syncs will continue automatically.`;
    return new ConnectorError("rate_limit", `${service} is limiting requests (${status}). ${wait}`, { retryAfterMs });
  }
  if (hasReason(apiDisabledReasons)) {
    const sentence = `The ${service} API isn't enabled in the Google Cloud project of these credentials. Enable it there.${detail}`;
    return new ConnectorError("permission", sentence);
  }
  if (hasReason(missingScopeReasons)) {
    const sentence = `These credentials don't include access to ${service}. Connect the account again and grant all requested permissions.${detail}`;
    return new ConnectorError("permission", sentence);
  }
  return toStatusError({ service, status, headers, message: own });
}
