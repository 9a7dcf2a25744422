import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { driveSettings } from "@/lib/server/engine/connectors/google-drive/settings";
import { hubspotSettings } from "@/lib/server/engine/connectors/hubspot/settings";
import { postgresSettings } from "@/lib/server/engine/connectors/postgres/settings";
import { toSpecification } from "@/lib/server/engine/connectors/shared/settings";
import {
  buildDefaults,
  type FormSchema,
  fieldHelp,
  fieldLabel,
  findAlternativeIndex,
  findFieldKind,
  hasSignIn,
  listAlternatives,
  listFields,
  omitEmpty,
  preferSignIn,
} from "@/lib/utils/json/json-form";

const schemaOf = (settings: z.ZodType): FormSchema => toSpecification(settings) as FormSchema;

describe("the form of a connector's specification", () => {
  it("has the fields of its author in their order, each with its control", () => {
    const shown = listFields(schemaOf(postgresSettings)).map(({ name, schema, required }) => [
      name,
      findFieldKind(schema),
      required,
    ]);
    expect(shown).toEqual([
      ["host", "text", true],
      ["port", "number", false],
      ["database", "text", true],
      ["user", "text", true],
      ["password", "secret", false],
      ["tls", "select", false],
      ["ca", "lines", false],
      ["schemas", "list", false],
    ]);
  });

  it("begins with the defaults, and with the first way that a person can fill in", () => {
    expect(buildDefaults(schemaOf(postgresSettings))).toEqual({ port: 5432, tls: "verify" });
    expect(buildDefaults(schemaOf(hubspotSettings))).toEqual({ authentication: { type: "token" } });
  });

  it("offers a sign-in at the service, which it does not begin with, and knows the way that is stored", () => {
    const authentication = schemaOf(driveSettings).properties?.authentication ?? {};
    const ways = listAlternatives(authentication);
    expect(ways.map(({ title }) => title)).toEqual(["Sign in with Google", "Service account"]);
    expect(buildDefaults(authentication)).toEqual({ type: "service_account" });
    expect(findFieldKind(ways[0]?.properties?.refreshToken ?? {})).toBe("oauth");
    expect(findAlternativeIndex(ways, { type: "service_account", credentials: "x" })).toBe(1);
    expect(findAlternativeIndex(ways, { type: "oauth" })).toBe(0);
    const fields = listFields(ways[1] ?? {}).map(({ name, schema }) => [name, findFieldKind(schema)]);
    expect(fields).toEqual([
      ["type", "fixed"],
      ["credentials", "secret-lines"],
      ["subject", "text"],
    ]);
  });

  it("reads the dialect of other engines", () => {
    const schema: FormSchema = {
      type: "object",
      required: ["api_key"],
      properties: {
        start_date: { type: ["null", "string"], order: 1, description: 'See <a href="https://x.test">this</a>.' },
        api_key: { type: "string", airbyte_secret: true, order: 0 },
        limit: { anyOf: [{ type: "integer" }, { type: "null" }], order: 2 },
        internal: { type: "string", airbyte_hidden: true },
      },
    };
    expect(
      listFields(schema).map(({ name, schema: field }) => [fieldLabel(name, field), findFieldKind(field)]),
    ).toEqual([
      ["Api key", "secret"],
      ["Start date", "text"],
      ["Limit", "number"],
    ]);
    expect(fieldHelp(schema.properties?.start_date ?? {})).toBe("See this.");
  });

  it("sends nothing of what was left empty", () => {
    const given = { host: "db", password: "", ca: undefined, schemas: [""], ssl: { mode: "", key: null }, port: 0 };
    expect(omitEmpty(given)).toEqual({ host: "db", schemas: [""], ssl: {}, port: 0 });
  });

  it("offers a sign-in first where the server is set up for it, and last where it is not", () => {
    const firstOf = (settings: z.ZodType, ready: boolean) => {
      const schema = preferSignIn(toSpecification(settings) as FormSchema, () => ready);
      const authentication = schema.properties?.authentication ?? {};
      const titles = listAlternatives(authentication).map(({ title }) => title);
      const preset = (buildDefaults(schema) as { authentication: unknown }).authentication;
      return [titles, titles[findAlternativeIndex(listAlternatives(authentication), preset)]];
    };
    const [google, account] = ["Sign in with Google", "Service account"];
    expect(firstOf(driveSettings, true)).toEqual([[google, account], google]);
    expect(firstOf(driveSettings, false)).toEqual([[account, google], account]);
    const [hubspot, token] = ["Sign in with HubSpot", "Private app"];
    expect(firstOf(hubspotSettings, true)).toEqual([[hubspot, token], hubspot]);
    expect(firstOf(hubspotSettings, false)).toEqual([[token, hubspot], token]);
    const postgres = toSpecification(postgresSettings) as FormSchema;
    expect([hasSignIn(postgres), preferSignIn(postgres, () => true)]).toEqual([false, postgres]);
  });
});
