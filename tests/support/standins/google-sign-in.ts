import { generateKeyPairSync, verify } from "node:crypto";
import { startStandin } from "./server";
import type { Dialect, Json, Recorded, StandinOptions } from "./types";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const email = "muster@standin.iam.gserviceaccount.com";

/** A service account's key file as Google hands it out; its `token_uri` leads elsewhere. */
export const serviceAccount = (key = privateKey): string =>
  JSON.stringify({
    type: "service_account",
    project_id: "standin",
    private_key_id: "4f2a90c1",
    private_key: key.export({ type: "pkcs8", format: "pem" }).toString(),
    client_email: email,
    token_uri: "https://attacker.test/token",
  });

/** A key file with a private key that Google does not know for the account. */
export const wrongServiceAccount = (): string =>
  serviceAccount(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);

const decoded = (part = ""): Json => JSON.parse(Buffer.from(part, "base64url").toString() || "{}") as Json;

/** What is wrong with a signed assertion, in Google's words. */
function refuse({ body }: Recorded) {
  const says = (message: string) => ({ status: 400, message });
  if (body.grant_type !== "urn:ietf:params:oauth:grant-type:jwt-bearer") return says("Invalid grant_type.");
  const [head = "", claims = "", signature = ""] = String(body.assertion).split(".");
  const signed = verify("RSA-SHA256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url"));
  if (decoded(head).alg !== "RS256" || !signed) return says("Invalid JWT Signature.");
  const { iss, aud, scope, exp } = decoded(claims);
  if (iss !== email) return says("Invalid grant: account not found");
  if (aud !== "https://oauth2.googleapis.com/token") return says("Invalid JWT: Failed audience check.");
  if (!/\/auth\/(cloud-platform|drive\.readonly|bigquery)/.test(String(scope)))
    return says("Invalid OAuth scope or ID token audience provided.");
  return Number(exp) * 1000 > Date.now() ? undefined : says("Invalid JWT: Token must be a short-lived token.");
}

/** Google's sign-in of service accounts: a signed assertion for an access token. */
const dialect = (token: string): Dialect => ({
  basePath: "",
  models: [""],
  defaultKey: null,
  routeOf: (method, path) => (method === "POST" && path === "/token" ? "chat" : undefined),
  keyOf: () => undefined,
  refuse,
  imagesIn: () => [],
  streams: () => false,
  streamType: "",
  error: (status, message) => ({
    error: status < 500 ? "invalid_grant" : "internal_failure",
    error_description: message,
  }),
  wrongKey: () => "",
  unknownModel: () => "",
  frames: () => [],
  whole: ({ empty }) => (empty ? {} : { access_token: token, expires_in: 3_599, token_type: "Bearer" }),
  embeddings: () => ({}),
  modelList: () => ({}),
  malformed: "",
  oddEvent: "",
  openLine: "",
  streamError: () => "",
});

export const startGoogleSignIn = (token: string, options?: StandinOptions) => startStandin(dialect(token), options);
