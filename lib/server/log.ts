import { type Logger, pino } from "pino";
import { env } from "./env";
import { singleton } from "./registry";

const secretKeys = ["password", "token", "secret", "authorization", "cookie", "api_key", "groq_api_key", "credentials", "csrf", "_csrf"];

/** The process's structured log. Values under names that carry secrets are left out at any of the first levels. */
export function log(): Logger {
  return singleton("log", () =>
    pino({
      level: env().LOG_LEVEL,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[cut]" },
    }),
  );
}
