import pino, { type DestinationStream, type Logger } from "pino";
import { listHeaderSecrets } from "../crypto/header-secrets";
import { REDACTED } from "../crypto/redact";
import { redactRememberedSecrets, rememberSecret } from "../crypto/remembered-secrets";
import { type Env, env } from "../env/env";
import { loggedError } from "../errors/logged-error";
import { singleton } from "../process/registry";
import { logContext } from "./log-context";

const SECRET_FIELDS = [
  "password",
  "passwordHash",
  "current",
  "token",
  "secret",
  "csrf",
  "_csrf",
  "code",
  "credentials",
  "apiKey",
  "api_key",
  "groq_api_key",
  "authorization",
  "cookie",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "set-cookie",
];
const SECRET_NAME = /SECRET|KEY|TOKEN|PASSWORD/;

/** Only a `code` field of the body is redacted: one-time codes are secret, but error codes are useful. */
const DEPTHS = ["body", "body.*", "headers", "*.headers", "config", "*.config"];
const paths = DEPTHS.flatMap((at) => SECRET_FIELDS.map((field) => `${at}["${field}"]`)).concat(
  SECRET_FIELDS.filter((field) => field !== "code" && field !== "current").flatMap((field) => [
    `["${field}"]`,
    `*["${field}"]`,
  ]),
);

/** A logger that redacts fields by name and every remembered secret by value. `stream` is for tests. */
export function createLogger(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: REDACTED },
    serializers: { err: loggedError },
    hooks: { streamWrite: redactRememberedSecrets },
    mixin: () => ({ ...logContext() }),
  };
  return stream ? pino(options, stream) : pino(options);
}

/** Secrets in the environment, including passwords in URLs. */
function environmentSecrets(values: Env): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    if (SECRET_NAME.test(name)) return [value];
    // `Authorization=Basic%20…,X-Key=…`, whose values are sent decoded.
    if (name.endsWith("_HEADERS")) return listHeaderValues(value);
    const password = URL.parse(value)?.password;
    return password ? [password, decodeURIComponent(password)] : [];
  });
}

/** The values of `Name=value` pairs are percent-encoded. */
function listHeaderValues(headers: string): string[] {
  const encoded = headers.split(",").map((header) => header.slice(header.indexOf("=") + 1).trim());
  const decoded = encoded.map((value) => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  });
  return listHeaderSecrets([...encoded, ...decoded]);
}

/** The process's log: JSON lines on standard output. */
export function log(): Logger {
  return singleton("log", () => {
    for (const secret of environmentSecrets(env())) rememberSecret(secret);
    return createLogger(env().LOG_LEVEL);
  });
}
