import { AsyncLocalStorage } from "node:async_hooks";
import { createPrivateKey } from "node:crypto";
import { rememberSecret } from "../../../../platform/crypto/remembered-secrets";
import { invalidField } from "../../../../platform/errors/errors";
import type { Fetch } from "../shared/settings";
import { SignInError } from "../shared/sign-in-error";

/** The signal of the current call: the client library accepts none. */
const currentSignal = new AsyncLocalStorage<AbortSignal | undefined>();

interface AccessOptions {
  /** Absent: all Google Cloud scopes of the account. */
  scopes?: string[];
  /** The user to impersonate, if the organization allows it. */
  subject?: string;
}

/**
 * A service account and its sign-in: guarded, aborted with the call that needs it, and retried by the step only. `oauthBase`
 * overrides Google's endpoint.
 */
export async function createGoogleAccount(
  json: string,
  send: Fetch,
  oauthBase: string | undefined,
  { scopes = ["https://www.googleapis.com/auth/cloud-platform"], subject }: AccessOptions = {},
) {
  const { client_email, private_key } = parseServiceAccount(json);
  const { JWT } = await import("google-auth-library");
  const client = new JWT({
    email: client_email,
    key: private_key,
    scopes,
    subject,
    transporterOptions: { fetchImplementation: createSignInFetch(send, oauthBase), retryConfig: { retry: 0 } },
  });
  client.on("tokens", ({ access_token }) => access_token && rememberSecret(access_token));
  /** Does nothing while the last token is valid. Throws SignInError. */
  async function signIn(signal: AbortSignal | undefined): Promise<void> {
    try {
      await currentSignal.run(signal, () => client.getAccessToken());
    } catch (error) {
      signal?.throwIfAborted();
      throw new SignInError(error);
    }
  }
  return { client, signIn };
}

const createSignInFetch =
  (send: Fetch, oauthBase: string | undefined): Fetch =>
  (input, init = {}) => {
    const assertion = init.body instanceof URLSearchParams ? init.body.get("assertion") : null;
    // The token grants access for an hour.
    if (assertion) rememberSecret(assertion);
    const url = oauthBase ? `${oauthBase}/token` : input;
    return send(url, { ...init, signal: currentSignal.getStore() ?? init.signal });
  };

const toCredentialsError = (message: string) => invalidField("config.credentials", message);

/** Only the signing fields of the key file: its `token_uri` could be any URL. Throws 400 at the credentials' field. */
function parseServiceAccount(json: string): { client_email: string; private_key: string } {
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch {
    throw toCredentialsError("The service account isn't valid JSON. Paste the full JSON key file.");
  }
  const { client_email, private_key } = (typeof file === "object" && file !== null ? file : {}) as Record<
    string,
    unknown
  >;
  if (typeof client_email !== "string" || typeof private_key !== "string")
    throw toCredentialsError(
      "The service account JSON is missing client_email or private_key. Paste the full JSON key file.",
    );
  try {
    createPrivateKey(private_key);
  } catch {
    throw toCredentialsError(
      "The private_key in the service account JSON is damaged. Paste the key file again, unchanged.",
    );
  }
  return { client_email, private_key };
}
