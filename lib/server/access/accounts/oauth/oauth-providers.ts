import { CodeChallengeMethod, OAuth2Client } from "arctic";
import { z } from "zod";
import { type OauthProvider, oauthProviders, oauthTitles } from "@/lib/constants/oauth";
import { emailField } from "@/lib/contract/accounts/schemas";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";
import { outbound } from "../../../platform/outbound/instance";

/** A provider's user profile. */
export interface Profile {
  subject: string;
  email: string;
  /** Whether the provider has verified the address. */
  verified: boolean;
  name: string;
}

interface ProviderSetting {
  id: string | undefined;
  secret: string | undefined;
  authorize: string;
  token: string;
  scopes: string[];
  profile(read: (url: string) => Promise<unknown>): Promise<Profile>;
}

const googlePerson = z.object({
  sub: z.string().min(1),
  email: emailField,
  email_verified: z.boolean().default(false),
  name: z.string().default(""),
});
const githubPerson = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

function readGoogleSetting(): ProviderSetting {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_OAUTH_BASE: base } = env();
  return {
    id: GOOGLE_CLIENT_ID,
    secret: GOOGLE_CLIENT_SECRET,
    scopes: ["openid", "email", "profile"],
    authorize: `${base ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    token: `${base ?? "https://oauth2.googleapis.com"}/token`,
    async profile(read) {
      const url = `${base ?? "https://openidconnect.googleapis.com"}/v1/userinfo`;
      const { sub, email, email_verified, name } = googlePerson.parse(await read(url));
      return { subject: sub, email, verified: email_verified, name };
    },
  };
}

/** GitHub Enterprise Server has its API below `/api/v3`. */
function readGithubSetting(): ProviderSetting {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GITHUB_OAUTH_BASE: base } = env();
  const api = base ? `${base}/api/v3` : "https://api.github.com";
  return {
    id: GITHUB_CLIENT_ID,
    secret: GITHUB_CLIENT_SECRET,
    scopes: ["read:user", "user:email"],
    authorize: `${base ?? "https://github.com"}/login/oauth/authorize`,
    token: `${base ?? "https://github.com"}/login/oauth/access_token`,
    async profile(read) {
      const { id, login, name } = githubPerson.parse(await read(`${api}/user`));
      const found = githubEmails.parse(await read(`${api}/user/emails`)).find(({ primary }) => primary);
      if (!found) throw new Error("GitHub did not return a primary email address.");
      const email = emailField.parse(found.email);
      return { subject: String(id), email, verified: found.verified, name: name || login };
    },
  };
}

const settings: Record<OauthProvider, () => ProviderSetting> = { google: readGoogleSetting, github: readGithubSetting };

export const listConfiguredProviders = (): OauthProvider[] =>
  oauthProviders.filter((provider) => settings[provider]().id !== undefined);

function createOauthClient(provider: OauthProvider): { client: OAuth2Client; setting: ProviderSetting } {
  const setting = settings[provider]();
  const { id, secret } = setting;
  if (!id || !secret)
    throw new AppError("not_found", `Sign-in with ${oauthTitles[provider]} isn't set up on this server.`);
  return { client: new OAuth2Client(id, secret, `${env().APP_URL}/login/${provider}`), setting };
}

/** The provider's consent page. */
export function buildAuthorizationUrl(provider: OauthProvider, state: string, verifier: string): string {
  const { client, setting } = createOauthClient(provider);
  const { authorize, scopes } = setting;
  return client.createAuthorizationURLWithPKCE(authorize, state, CodeChallengeMethod.S256, verifier, scopes).href;
}

const patienceMs = 10_000;
const profileLimits = { maxBytes: 1024 * 1024, maxJsonEntries: 10_000 };

const createTimeoutError = (provider: OauthProvider) =>
  new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${oauthTitles[provider]} did not respond.`));
    setTimeout(fail, patienceMs).unref();
  });

/** Exchanges the code for the user's profile. The provider's error messages are not shown. */
export async function fetchProfile(provider: OauthProvider, code: string, verifier: string): Promise<Profile> {
  const { client, setting } = createOauthClient(provider);
  try {
    const tokens = await Promise.race([
      client.validateAuthorizationCode(setting.token, code, verifier),
      createTimeoutError(provider),
    ]);
    const headers = { authorization: `Bearer ${tokens.accessToken()}`, accept: "application/json" };
    return await setting.profile(async (url) => {
      const response = await outbound().fetchWith(profileLimits)(url, { headers });
      if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
      return response.json();
    });
  } catch (cause) {
    const sentence = `${oauthTitles[provider]} couldn't confirm your identity. Try again.`;
    throw new AppError("invalid", sentence, { cause });
  }
}
