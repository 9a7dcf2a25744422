import { describe, expect, test } from "vitest";
import { EnvironmentError, parseEnv } from "@/lib/server/platform/env/env";

const sentences = (variables: Record<string, string>): string[] => {
  try {
    parseEnv(variables);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.sentences;
    throw error;
  }
};

describe("environment", () => {
  test("everything has a default", () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3_000,
      APP_URL: "http://localhost:3000",
      appUrlIsSet: false,
      DATA_DIR: `${process.cwd()}/.data`,
      MODELS_DIR: `${process.cwd()}/.data/models`,
      UPLOADS_DIR: `${process.cwd()}/uploads`,
      REGISTRATION: "open",
      ALLOWED_EMAIL_DOMAINS: [],
      RATE_LIMIT_SCALE: 1,
      WORKER: true,
      TRUST_PROXY: false,
      OUTBOUND_ALLOW: [],
      DEFAULT_PLAN: "enterprise",
      LOG_LEVEL: "info",
      MAIL_FROM: "Muster <muster@localhost>",
      stripePrices: {},
      isProduction: false,
    });
  });

  test("values are read as what they mean", () => {
    const read = parseEnv({
      PORT: "8080",
      APP_URL: "https://muster.example.test/",
      DATA_DIR: "/srv/muster",
      OUTBOUND_ALLOW: "10.0.0.0/8, ollama.lan:11434",
      WORKER: "off",
      TRUST_PROXY: "1",
      OPENAI_BASE_URL: "http://gateway.example.test/v1/",
      STRIPE_PRICE_PRO: "price_1",
      STRIPE_PRICE_USERS_ADDON: "price_2",
    });
    expect(read).toMatchObject({
      PORT: 8_080,
      APP_URL: "https://muster.example.test",
      appUrlIsSet: true,
      MODELS_DIR: "/srv/muster/models",
      OUTBOUND_ALLOW: ["10.0.0.0/8", "ollama.lan:11434"],
      WORKER: false,
      TRUST_PROXY: true,
      OPENAI_BASE_URL: "http://gateway.example.test/v1",
      stripePrices: { PRO: "price_1", USERS_ADDON: "price_2" },
      MAIL_FROM: "Muster <muster@muster.example.test>",
    });
  });

  test("empty and unknown variables count as not set; HOSTNAME is never read", () => {
    expect(parseEnv({ PORT: "", APP_URL: "  ", HOSTNAME: "container", OTHER: "x" })).toEqual(parseEnv({}));
  });

  test.each<[Record<string, string>, string]>([
    [{ PORT: "abc" }, "PORT must be a whole number from 1 to 65535."],
    [{ PORT: "0" }, "PORT must be a whole number from 1 to 65535."],
    [{ PORT: "65536" }, "PORT must be a whole number from 1 to 65535."],
    [{ APP_URL: "muster.example.test" }, "APP_URL must be a URL that starts with http:// or https://."],
    [
      { APP_URL: "https://x.test/path" },
      "APP_URL must be a URL without a path, for example https://muster.example.com.",
    ],
    [{ REGISTRATION: "maybe" }, "REGISTRATION must be one of open, invite, closed."],
    [{ RATE_LIMIT_SCALE: "-1" }, "RATE_LIMIT_SCALE must be a number greater than 0."],
    [{ DATABASE_URL: "mysql://x/y" }, "DATABASE_URL must be a URL that starts with postgres:// or postgresql://."],
    [{ APP_SECRET: "short" }, "APP_SECRET must have at least 32 characters."],
    [{ WORKER: "sometimes" }, "WORKER must be on or off."],
    [{ SMTP_URL: "mail.example.test" }, "SMTP_URL must be a URL that starts with smtp:// or smtps://."],
    [{ DEFAULT_PLAN: "gold" }, "DEFAULT_PLAN must be one of free, pro, teams, enterprise."],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent."],
    [{ STRIPE_SECRET_KEY: "sk" }, "STRIPE_SECRET_KEY is set, so STRIPE_WEBHOOK_SECRET must also be set."],
    [
      { STRIPE_API_BASE: "https://stripe.test/v1" },
      "STRIPE_API_BASE must be a URL without a path, for example https://muster.example.com.",
    ],
    [
      { BILLING_CONTACT: "javascript:alert(1)" },
      "BILLING_CONTACT must be a URL that starts with https://, http:// or mailto:.",
    ],
    [{ TRIAL_DAYS: "-1" }, "TRIAL_DAYS must be a whole number, 0 or more."],
    [{ GITHUB_CLIENT_SECRET: "s" }, "GITHUB_CLIENT_SECRET is set, so GITHUB_CLIENT_ID must also be set."],
  ])("%j", (variables, sentence) => {
    expect(sentences(variables)).toEqual([sentence]);
  });

  test("one sentence for each wrong one, and no value in any", () => {
    const found = sentences({ PORT: "secret-a", APP_SECRET: "secret-b", SMTP_URL: "secret-c" });
    expect(found).toHaveLength(3);
    expect(found.join()).not.toContain("secret-");
  });
});
