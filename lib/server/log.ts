import pino, { type DestinationStream, type Logger } from "pino";
import { CUT } from "./crypto/cut-secrets";
import { cutRememberedSecrets, rememberSecret } from "./crypto/remembered-secrets";
import { loggedError } from "./db/logged-error";
import { type Env, env } from "./env";
import { logContext } from "./log-context";
import { singleton } from "./registry";

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

/** Error codes are worth keeping, one-time codes of a login are not: only the body's own field is hidden. */
const DEPTHS = ["body", "body.*", "headers", "*.headers", "config", "*.config"];
const paths = DEPTHS.flatMap((at) => SECRET_FIELDS.map((field) => `${at}["${field}"]`)).concat(
  SECRET_FIELDS.filter((field) => field !== "code" && field !== "current").flatMap((field) => [
    `["${field}"]`,
    `*["${field}"]`,
  ]),
);

/** A logger that hides fields by name and every remembered secret by value. For tests with their own stream. */
export function createLogger(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: CUT },
    serializers: { err: loggedError },
    hooks: { streamWrite: cutRememberedSecrets },
    mixin: () => ({ ...logContext() }),
  };
  return stream ? pino(options, stream) : pino(options);
}

/** The secrets that came with the environment, the passwords inside its addresses among them. */
function environmentSecrets(values: Env): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    if (SECRET_NAME.test(name)) return [value];
    const password = URL.parse(value)?.password;
    return password ? [password, decodeURIComponent(password)] : [];
  });
}

/** The process's log: JSON lines on standard output. */
export function log(): Logger {
  return singleton("log", () => {
    for (const secret of environmentSecrets(env())) rememberSecret(secret);
    return createLogger(env().LOG_LEVEL);
  });
}
