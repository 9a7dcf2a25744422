import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { airbyteEngine } from "@/lib/server/engine/connectors/airbyte/engine";
import { ConnectorError } from "@/lib/server/engine/connectors/shared/errors";
import { encryptSettings } from "@/lib/server/engine/knowledge/source-settings";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { connectorContext } from "../../support/connectors";
import { longestBlock } from "../../support/loop-delay";
import { loopbackServer } from "../../support/loopback-server";

beforeEach(() => vi.stubEnv("AIRBYTE_WORKSPACE_ID", "workspace-1"));
afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

const others = '{"data":[],"sourceId":"s","name":"n","connectionSpecification":{}}';

/** An Airbyte that says this where a path has these words. */
async function airbyteThatSays(body: string, words = "") {
  const server = await loopbackServer(({ url }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(url?.includes(words) ? body : others);
  });
  onTestFinished(() => server.close());
  vi.stubEnv("AIRBYTE_API_URL", server.url);
  vi.stubEnv("AIRBYTE_LANDING_URL", "postgres://landing:word@127.0.0.1:9/landing");
  forgetEnv();
  return connectorContext();
}

const repeated = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join();
const spec = (schema: string) => `{"connectionSpecification":${schema}}`;
const secret = '{"type":"string","airbyte_secret":true}';
const nested = (depth: number, before: string, inside: string, after: string) =>
  `${before.repeat(depth)}${inside}${after.repeat(depth)}`;

test.each<[string, string]>([
  ["secret fields", `{"properties":{${repeated(15_000, (i) => `"f${i}":${secret}`)}}}`],
  ["fields", `{"properties":{${repeated(24_000, (i) => `"url${i}":{}`)}}}`],
  ["nested fields", nested(12_000, '{"properties":{"a":', "{}", "}}")],
  ["nested lists", `{"a":${nested(45_000, "[", "", "]")}}`],
  ["alternatives", `{"oneOf":[${repeated(12_000, (i) => `{"properties":{"f${i}":{}}}`)}]}`],
  ["nested alternatives with a secret", nested(12_000, '{"oneOf":[', `{"properties":{"a":${secret}}}`, "]}")],
])("a specification with many %s keeps nobody waiting", async (_name, schema) => {
  const ctx = await airbyteThatSays(spec(schema));
  const { result, blockedMs } = await longestBlock(() =>
    airbyteEngine.connector("d", "ds_1", ctx).catch((error: unknown) => error),
  );
  expect(blockedMs).toBeLessThan(200);
  if (result instanceof Error) expect(result).toBeInstanceOf(ConnectorError);
});

test.each<[string, string]>([
  [
    "definitions",
    `{"sourceDefinitions":[${repeated(16_000, (i) => `{"sourceDefinitionId":"${i}","name":"N${i % 7}"}`)}]}`,
  ],
  ["nested lists", `{"sourceDefinitions":${nested(45_000, "[", "", "]")}}`],
])("a list of many %s keeps nobody waiting", async (_name, body) => {
  const ctx = await airbyteThatSays(body);
  const { result, blockedMs } = await longestBlock(() => airbyteEngine.offers(ctx).catch((error: unknown) => error));
  expect(blockedMs).toBeLessThan(200);
  if (result instanceof Error) expect(result).toBeInstanceOf(ConnectorError);
});

const catalog = (list: string) => `{"catalog":{"streams":[${list}]},"jobInfo":{}}`;
const stream = (name: string, properties: string, more = "") =>
  `{"stream":{"name":"${name}","jsonSchema":{"properties":{${properties}}},"supportedSyncModes":["incremental"]${more}}}`;

test.each<[string, string]>([
  ["streams", repeated(14_000, (i) => stream(`s${i}`, ""))],
  [
    "fields",
    stream(
      "s",
      repeated(70_000, (i) => `"f${i}":{}`),
    ),
  ],
  ["keys", stream("s", "", `,"sourceDefinedPrimaryKey":[${repeated(70_000, () => '["a"]')}]`)],
  ["types", stream("s", `"f":{"type":[${repeated(140_000, (i) => `"t${i}"`)}]}`)],
])("a catalog with many %s keeps nobody waiting", async (_name, list) => {
  const ctx = await airbyteThatSays(catalog(list), "discover_schema");
  const connector = await airbyteEngine.connector("d", "ds_1", ctx);
  const { result, blockedMs } = await longestBlock(() => connector.discover({}, ctx));
  expect(blockedMs).toBeLessThan(200);
  expect(result.length).toBeGreaterThan(0);
});

test("a source has at most 100 secrets, which are sealed quickly", async () => {
  const fields = (count: number) => spec(`{"properties":{${repeated(count, (i) => `"f${i}":${secret}`)}}}`);
  const more = await airbyteThatSays(fields(101));
  await expect(airbyteEngine.specification("d", more)).rejects.toThrow(
    "Sources with more than 100 secret fields aren't supported.",
  );
  const specification = await airbyteEngine.specification("d", await airbyteThatSays(fields(100)));
  const config = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, `secret ${i} `.repeat(200)]));
  const { blockedMs } = await longestBlock(async () =>
    encryptSettings({ id: "ds_1", teamId: "team", specification, config }),
  );
  expect(blockedMs).toBeLessThan(200);
});
