import { AsyncLocalStorage } from "node:async_hooks";
import { createPrivateKey } from "node:crypto";
import { rememberSecret } from "../../../../platform/crypto/remembered-secrets";
import { invalidField } from "../../../../platform/errors/errors";
import type { Fetch } from "../shared/settings";
import { SignInError } from "../shared/sign-in-error";

/** The signal of the current call: the client library accepts none. */
const calling = new AsyncLocalStorage<AbortSignal | undefined>();

interface Access {
  /** Absent: all Google Cloud scopes of the account. */
  scopes?: string[];
  /** The user to impersonate, if the organization allows it. */
  subject?: string;
}

/**
 * A service account and its sign-in: guarded, aborted with the call that needs it, and retried by the step only. `oauthBase`
 * overrides Google's endpoint.
 */
export async function googleAccount(
  json: string,
  send: Fetch,
  oauthBase: string | undefined,
  { scopes = ["https://www.googleapis.com/auth/cloud-platform"], subject }: Access = {},
) {
  const { client_email, private_key } = serviceAccount(json);
  const { JWT } = await import("google-auth-library");
  const client = new JWT({
    email: client_email,
    key: private_key,
    scopes,
    subject,
    transporterOptions: { fetchImplementation: signInFetch(send, oauthBase), retryConfig: { retry: 0 } },
  });
  client.on("tokens", ({ access_token }) => access_token && rememberSecret(access_token));
  /** Does nothing while the last token is valid. Throws SignInError. */
  async function signIn(signal: AbortSignal | undefined): Promise<void> {
    try {
      await calling.run(signal, () => client.getAccessToken());
    } catch (error) {
      signal?.throwIfAborted();
      throw new SignInError(error);
    }
  }
  return { client, signIn };
}

const signInFetch =
  (send: Fetch, oauthBase: string | undefined): Fetch =>
  (input, init = {}) => {
    const assertion = init.body instanceof URLSearchParams ? init.body.get("assertion") : null;
    // The token grants access for an hour.
    if (assertion) rememberSecret(assertion);
    const url = oauthBase ? `${oauthBase}/token` : input;
    return send(url, { ...init, signal: calling.getStore() ?? init.signal });
  };

const refuse = (message: string) => invalidField("config.credentials", message);

/** Only the signing fields of the key file: its `token_uri` could be any URL. Throws 400 at the credentials' field. */
function serviceAccount(json: string): { client_email: string; private_key: string } {
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch {
    throw refuse("The service account is not valid JSON. Paste the whole JSON key file.");
  }
  const { client_email, private_key } = (typeof file === "object" && file !== null ? file : {}) as Record<
    string,
    unknown
  >;
  if (typeof client_email !== "string" || typeof private_key !== "string")
    throw refuse("The service account JSON lacks client_email or private_key. Paste the whole JSON key file.");
  try {
    createPrivateKey(private_key);
  } catch {
    throw refuse("The private_key in the service account JSON is damaged. Paste the key file again, unchanged.");
  }
  return { client_email, private_key };
}
