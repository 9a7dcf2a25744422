import { z } from "zod";
import { pluralize } from "@/lib/utils/text/pluralize";
import { googleAccount } from "../../models/providers/clients/google-account";
import { SignInError } from "../../models/providers/shared/sign-in-error";
import { ConnectorError } from "../shared/errors";
import { causeOf, failureOfStatus, retryAfterOf, tidyWords } from "../shared/failure";
import { refusalIn, wordsIn } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { AccessToken } from "./access";

interface Account {
  /** The JSON key file's text. */
  credentials: string;
  scopes: string[];
  subject?: string;
}

/** Access by a service account. Tokens come from Google itself, whatever the key file's `token_uri` says. */
export async function serviceAccountAccess(
  { credentials, scopes, subject }: Account,
  { fetch, places, signal }: Pick<ConnectorContext, "fetch" | "places" | "signal">,
): Promise<AccessToken> {
  const open = () => googleAccount(credentials, fetch, places.googleOAuth, { scopes, subject });
  let account = await open();
  return async (refused) => {
    // The client caches its token until it expires, even after a rejection.
    if (refused !== undefined && account.client.credentials.access_token === refused) account = await open();
    await account.signIn(signal);
    return account.client.credentials.access_token ?? "";
  };
}

const refusal = z.object({
  error: z.object({
    message: z.string().default(""),
    status: z.string().default(""),
    errors: z.array(z.object({ reason: z.string().default("") })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

/** Google's reason codes, such as `userRateLimitExceeded`. */
export function googleReasons(body: unknown): string[] {
  const error = refusal.safeParse(body).data?.error;
  if (!error) return [];
  const reasons = [...error.errors, ...error.details].map(({ reason }) => reason ?? "");
  return [error.status, ...reasons].filter(Boolean);
}

const limits =
  /^(user)?rateLimitExceeded$|^dailyLimitExceeded$|^quotaExceeded$|^RATE_LIMIT_EXCEEDED$|^RESOURCE_EXHAUSTED$/i;
const noScope = /^(ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficientPermissions|insufficientScopes)$/;
const notEnabled = /^(SERVICE_DISABLED|accessNotConfigured)$/;

function ofSignIn({ status, message }: SignInError, service: string): ConnectorError {
  const own = tidyWords(message);
  if (status === undefined || status >= 500 || status === 429 || status === 408)
    return new ConnectorError("unavailable", `Google could not sign the service account in: ${own}`);
  return new ConnectorError("credentials", `Google refused the service account of ${service}: ${own}`, {
    field: "authentication",
  });
}

/** Converts a refusal by one of Google's services to a user-facing error. */
export function googleFailure(error: unknown, service: string): ConnectorError | undefined {
  const refused = refusalIn(error);
  if (!refused) {
    const signIn = causeOf(error, SignInError);
    return signIn && !causeOf(error, ConnectorError) && signIn.status !== undefined
      ? ofSignIn(signIn, service)
      : undefined;
  }
  const { status, headers, body } = refused;
  const own = wordsIn(body);
  const reasons = googleReasons(body);
  const is = (pattern: RegExp) => reasons.some((reason) => pattern.test(reason));
  const words = own ? ` It says: ${tidyWords(own)}` : "";
  if (is(limits)) {
    const retryAfterMs = retryAfterOf(headers) ?? 60_000;
    const wait = `Muster tries again in ${pluralize(Math.ceil(retryAfterMs / 1000), "second")}.`;
    return new ConnectorError("rate_limit", `${service} is limiting requests (${status}). ${wait}`, { retryAfterMs });
  }
  if (is(notEnabled)) {
    const sentence = `The API of ${service} is not enabled in the Google Cloud project of these credentials. Enable it there.${words}`;
    return new ConnectorError("permission", sentence);
  }
  if (is(noScope)) {
    const sentence = `These credentials do not reach as far as ${service}. Connect the account again and agree to all that is asked.${words}`;
    return new ConnectorError("permission", sentence);
  }
  return failureOfStatus({ service, status, headers, own });
}
