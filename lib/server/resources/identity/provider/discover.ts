import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { AppError, invalidField } from "../../../platform/errors/errors";
import { isLoopback, parseAddress } from "../../../platform/outbound/address";
import { outbound } from "../../../platform/outbound/instance";
import { listCauses, OutboundError } from "../../../platform/outbound/outbound-error";
import type { ProviderClient } from "./queries";

const timeoutSeconds = 10;
const limits = { maxBytes: 1024 * 1024, maxJsonEntries: 20_000 };

/** Only this machine may be reached without TLS, as in browsers. */
function isLocalIssuer({ hostname }: URL): boolean {
  const address = parseAddress(hostname.replace(/^\[|\]$/g, ""));
  return hostname === "localhost" || (address !== undefined && isLoopback(address));
}

/** By the method that OpenID Connect prescribes, unless the provider only supports the other one. */
const authenticate =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const method = methods.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    method(secret)(server, ...rest);
  };

/**
 * Reads a provider's configuration. It is not cached, so that rotated keys are known immediately. All requests with it are
 * guarded, and it accepts only ID tokens with a valid signature. Throws 400 at the issuer, with what is wrong with it.
 */
export async function discover({ issuer, clientId, clientSecret }: ProviderClient): Promise<Configuration> {
  const server = new URL(issuer);
  const isLocal = server.protocol === "http:" && isLocalIssuer(server);
  if (server.protocol !== "https:" && !isLocal)
    throw invalidField("issuer", "The issuer's URL must start with https://.");
  try {
    const config = await discovery(server, clientId, undefined, authenticate(clientSecret), {
      [customFetch]: (url, init) => outbound().fetchWith(limits)(url, init as RequestInit),
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
      timeout: timeoutSeconds,
    });
    checkMetadata(config, server);
    return config;
  } catch (error) {
    throw explainDiscovery(error, server);
  }
}

/** Also stricter than the library about Microsoft's issuers: one that stands for all tenants would let in everyone. */
function checkMetadata(config: Configuration, server: URL): void {
  const { issuer, ...metadata } = config.serverMetadata();
  if (new URL(issuer).href !== server.href)
    throw invalidField("issuer", `This provider's issuer is ${issuer.slice(0, 200)}. Enter exactly that URL.`);
  const missing = (["authorization_endpoint", "token_endpoint", "jwks_uri"] as const).find((name) => !metadata[name]);
  if (missing)
    throw invalidField(
      "issuer",
      `The OpenID configuration of ${server.host} is missing ${missing}, which sign-in requires.`,
    );
}

const notConform = "didn't return an OpenID configuration. Check the issuer's URL.";
const sentences: Record<string, string> = {
  OAUTH_TIMEOUT: `didn't respond within ${timeoutSeconds} seconds.`,
  OAUTH_PARSE_ERROR: notConform,
  OAUTH_INVALID_RESPONSE: notConform,
  OAUTH_RESPONSE_IS_NOT_JSON: notConform,
  OAUTH_RESPONSE_IS_NOT_CONFORM: notConform,
  OAUTH_INVALID_SERVER_METADATA: notConform,
};

function findIssuer(cause: unknown): string | undefined {
  const { body } = (typeof cause === "object" && cause !== null ? cause : {}) as { body?: { issuer?: unknown } };
  return typeof body?.issuer === "string" ? body.issuer.slice(0, 200) : undefined;
}

function explainDiscovery(error: unknown, { host }: URL): AppError {
  const chain = listCauses(error);
  const outside = chain.find((one) => one instanceof OutboundError);
  if (outside) return invalidField("issuer", outside.message);
  if (error instanceof AppError) return error;
  const issuer = chain.map(findIssuer).find((one) => one !== undefined);
  if (issuer !== undefined)
    return invalidField("issuer", `This provider's issuer is ${issuer}. Enter exactly that URL.`);
  const codes = chain.map((one) => (one instanceof Error && "code" in one ? String(one.code) : ""));
  const sentence = codes.map((code) => sentences[code]).find((text) => text !== undefined) ?? notConform;
  return invalidField("issuer", `${host} ${sentence}`);
}
