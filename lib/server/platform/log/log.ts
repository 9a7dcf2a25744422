import pino, { type DestinationStream, type Logger } from "pino";
import { listEnvironmentSecrets } from "../crypto/environment-secrets";
import { REDACTED } from "../crypto/redact";
import { redactRememberedSecrets, rememberSecret } from "../crypto/remembered-secrets";
import { env } from "../env/env";
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

/** The process's log: JSON lines on standard output. */
export function log(): Logger {
  return singleton("log", () => {
    for (const secret of listEnvironmentSecrets(env())) rememberSecret(secret);
    return createLogger(env().LOG_LEVEL);
  });
}
