import { AsyncLocalStorage } from "node:async_hooks";
import { createPrivateKey } from "node:crypto";
import { rememberSecret } from "../../crypto/remembered-secrets";
import { invalidField } from "../../http/errors";
import type { Fetch } from "./settings";
import { SignInError } from "./sign-in-error";

/** The call that a sign-in is for: the client library takes no signal. */
const calling = new AsyncLocalStorage<AbortSignal | undefined>();

interface Access {
  /** Absent: all of Google's cloud that the account may see. */
  scopes?: string[];
  /** The person that the account acts for, where their organisation lets it. */
  subject?: string;
}

/**
 * A service account and its way to sign in: guarded, ended with the call that it is for, tried again by the step that
 * needs it and by nobody else. `oauthBase` stands in for Google's own address.
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
  /** Does nothing while the last token holds. Throws SignInError. */
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
    // Whoever reads it can sign in with it for an hour.
    if (assertion) rememberSecret(assertion);
    const url = oauthBase ? `${oauthBase}/token` : input;
    return send(url, { ...init, signal: calling.getStore() ?? init.signal });
  };

const refuse = (message: string) => invalidField("config.credentials", message);

/** Of the key file only what signs: its `token_uri` could name any address. Throws 400 at the credentials' field. */
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
