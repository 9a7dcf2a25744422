import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { loopbackServer } from "../../loopback-server";

/** A person at the provider. */
export interface OpenIdPerson {
  sub: string;
  email: string;
  name: string;
  email_verified?: boolean;
  groups?: string[];
}

export interface OpenIdStandin {
  issuer: string;
  client: { clientId: string; clientSecret: string };
  /** Who is signed in at the provider, in whatever browser comes. */
  signedInAs: (person: OpenIdPerson) => void;
  /** Replaces the signing keys. */
  rotate: () => Promise<void>;
  close: () => Promise<void>;
}

async function newKeys() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), kid: randomUUID(), alg: "RS256", use: "sig" }] };
}

/** The certified `oidc-provider` on a loopback address, which signs in one person without asking. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdStandin> {
  const client = { clientId: "muster", clientSecret: `secret-${randomUUID()}` };
  let person: OpenIdPerson | undefined;
  let provider: Provider | undefined;
  const server = await loopbackServer((request, response) => {
    if (!provider) throw new Error("The provider has not started.");
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (!path.startsWith("/interaction/")) return provider.callback()(request, response);
    const login = { accountId: person?.sub ?? "nobody", remember: false };
    provider.interactionFinished(request, response, { login }).catch(() => response.writeHead(500).end());
  });
  const issuer = server.url;
  async function start(): Promise<void> {
    provider = new Provider(issuer, {
      jwks: await newKeys(),
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ["authorization_code"],
          response_types: ["code"],
        },
      ],
      cookies: { keys: [randomUUID()] },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ email_verified: true, ...(person as OpenIdPerson), sub }),
      }),
      // Consent is not asked for.
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client?.clientId ?? "",
          accountId: ctx.oidc.session?.accountId ?? "",
        });
        grant.addOIDCScope("openid email profile groups");
        await grant.save();
        return grant;
      },
    });
  }
  await start();
  return {
    issuer,
    client,
    signedInAs: (next) => {
      person = next;
    },
    rotate: start,
    close: server.close,
  };
}

/** Visits the provider's page as a browser would. Returns the parameters that it comes back with. */
export async function visitProvider(url: string, redirectUri: string): Promise<Record<string, string>> {
  const jar = new Map<string, string>();
  for (let at = url, steps = 0; steps < 10; steps++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: cookie ? { cookie } : {} });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const equals = pair.indexOf("=");
      jar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
    if (at.startsWith(redirectUri)) return Object.fromEntries(new URL(at).searchParams);
  }
  throw new Error("The provider never came back.");
}
