import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { toApiUrls } from "@/lib/server/engine/connectors/airbyte/config";
import { enabledEngines, loadEngine } from "@/lib/server/engine/connectors/engine";
import { findSecretPaths } from "@/lib/server/engine/connectors/shared/settings";
import type { ConnectorContext, StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { connectorContext, refusal } from "../support/connectors";
import { Landing } from "../support/landing";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { shopDefinition, startAirbyteStandin } from "../support/standins/airbyte/server";
import { client } from "../support/standins/service/tokens";

let server: OwnPostgres;
beforeAll(async () => {
  server = await ownPostgres();
}, 120_000);
afterAll(() => server.stop(), 120_000);
beforeEach(() => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
});

const config = { host: "shop.example.test", api_key: "standin-key-of-the-shop" };
const orders: StreamChoice = { name: "Orders", mode: "incremental" };
const order = (index: number, title = `Order ${index}`, at = index) => ({ Id: index, title, "updated at": 1_000 + at });

async function started(given: Partial<ConnectorContext> = {}, datasourceId = "ds_1") {
  const landingUrl = await server.database();
  const airbyte = await startAirbyteStandin(landingUrl);
  onTestFinished(() => airbyte.close());
  vi.stubEnv("AIRBYTE_API_URL", `${airbyte.url}/api`);
  vi.stubEnv("AIRBYTE_LANDING_URL", landingUrl);
  vi.stubEnv("AIRBYTE_CLIENT_ID", client.id);
  vi.stubEnv("AIRBYTE_CLIENT_SECRET", client.secret);
  forgetEnv();
  const fields = { Id: { type: "integer" }, title: { type: ["null", "string"] }, "updated at": { type: "integer" } };
  airbyte.streams.set("Orders", { fields, primaryKey: ["Id"], cursor: "updated at", rows: [] });
  const ctx = connectorContext({ pace: 0, ...given });
  const engine = await loadEngine("airbyte");
  const connector = await engine.connector(shopDefinition, datasourceId, ctx);
  const land = (stream = orders) => new Landing(connector, config, stream, ctx);
  const rows = airbyte.streams.get("Orders")?.rows ?? [];
  const sql = async (text: string) => {
    const database = new pg.Client({ connectionString: landingUrl });
    await database.connect();
    const result = await database.query(text);
    await database.end();
    return result.rows as Record<string, unknown>[];
  };
  return { airbyte, ctx, engine, connector, land, rows, sql };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const keys = (landing: Landing): number[] => [...landing.documents.keys()].map(Number).sort((one, two) => one - two);

describe("both engines", () => {
  test("offer sources in one shape, Airbyte's where it is set up", async () => {
    const { ctx } = await started();
    const engines = await enabledEngines();
    const offers = (await Promise.all(engines.map((engine) => engine.offers(ctx)))).flat();
    expect(offers).toContainEqual({ sourceDefinitionId: "hubspot", name: "HubSpot", icon: null, engine: "builtin" });
    expect(offers).toContainEqual({
      sourceDefinitionId: shopDefinition,
      name: "Shop",
      icon: "<svg/>",
      engine: "airbyte",
    });
    vi.unstubAllEnvs();
    forgetEnv();
    expect((await enabledEngines()).map(({ id }) => id)).toEqual(["builtin"]);
    const airbyte = await loadEngine("airbyte");
    expect(await refusal(airbyte.offers(ctx))).toMatchObject({ message: expect.stringMatching(/isn't set up/) });
  });

  test("say what a source needs as JSON Schema, with its secrets marked alike", async () => {
    const { connector } = await started();
    const { specification, addresses } = connector;
    expect(findSecretPaths(specification)).toEqual([["api_key"], ["tunnel", "key"]]);
    expect(specification.properties).toMatchObject({
      host: { title: "Host", "x-order": 0 },
      order: { title: "An odd name for a field" },
    });
    expect(addresses).toContain("host");
    expect(() => connector.parse({ host: 1 })).toThrow(
      expect.objectContaining({
        extra: {
          issues: [
            { path: "config.api_key", message: "This field is required." },
            { path: "config.host", message: "This must be string." },
          ],
        },
      }),
    );
  });
});

test("a source is made once, tried and discovered, whatever is asked of it first", async () => {
  const { airbyte, connector, ctx } = await started();
  await connector.check(config, ctx);
  expect(await connector.discover({ ...config, host: "other.example.test" }, ctx)).toEqual([
    {
      name: "Orders",
      fields: [
        { name: "Id", type: "integer" },
        { name: "title", type: "string" },
        { name: "updated at", type: "integer" },
      ],
      primaryKeys: ["Id"],
      cursorFields: ["updated at", "Id", "title"],
      modes: ["full", "incremental"],
    },
  ]);
  expect([...airbyte.sources.values()].map(({ body }) => [body.name, body.configuration])).toEqual([
    ["muster/ds_1", { ...config, host: "other.example.test" }],
  ]);
});

describe("a sync by Airbyte", () => {
  test("lands in PostgreSQL and is taken up from there: new, changed and vanished rows", async () => {
    const { airbyte, land, rows, sql } = await started();
    rows.push(...range(30).map((index) => order(index)));
    const landing = land();
    await landing.sync();
    expect(keys(landing)).toEqual(range(30));
    expect(landing.documents.get("7")).toMatchObject({
      title: "Order 7",
      data: { id: "7", title: "Order 7", updated_at: "1007" },
    });
    const [connection] = airbyte.connections.values();
    expect(connection?.body).toMatchObject({
      schedule: { scheduleType: "manual" },
      namespaceFormat: "muster_ds_1",
      configurations: {
        streams: [
          {
            name: "Orders",
            syncMode: "incremental_deduped_history",
            primaryKey: [["Id"]],
            cursorField: ["updated at"],
          },
        ],
      },
    });
    rows[4] = order(5, "Changed", 40);
    rows.push(order(31));
    await sql("update muster_ds_1.orders set _airbyte_extracted_at = _airbyte_extracted_at - interval '1 hour'");
    await sql("delete from muster_ds_1.orders where id = '9'");
    await landing.sync();
    expect([airbyte.jobs.size, airbyte.connections.size, airbyte.destinations.size]).toEqual([2, 1, 1]);
    expect(keys(landing)).toEqual(range(31).filter((id) => id !== 9));
    expect(landing.documents.get("5")?.title).toBe("Changed");
  });

  test("goes on with the job that it began, and with what of it was taken up", async () => {
    const { airbyte, land, rows } = await started();
    rows.push(...range(1_200).map((index) => order(index)));
    airbyte.control.polls = 3;
    const landing = land();
    await landing.sync(1);
    expect(airbyte.jobs.size).toBe(1);
    await landing.sync(700);
    const first = landing.told.length;
    await landing.sync();
    expect([keys(landing), airbyte.jobs.size]).toEqual([range(1_200), 1]);
    expect(first + landing.told.length).toBeLessThan(1_200 + 600);
    await landing.sync();
    expect(airbyte.jobs.size).toBe(2);
  });

  test("waits for a job that runs already, though nobody noted it", async () => {
    const { airbyte, land, rows } = await started();
    rows.push(order(1));
    airbyte.control.polls = 4;
    await land().sync(0);
    expect(airbyte.jobs.size).toBe(1);
    const landing = land();
    await landing.sync();
    expect([keys(landing), airbyte.jobs.size, airbyte.connections.size]).toEqual([[1], 1, 1]);
  });

  test("in full, without a key, of chosen fields, from a namespace", async () => {
    const { airbyte, land } = await started();
    const notes = {
      fields: { text: { type: "string" }, secret: { type: "string" } },
      namespace: "Back Office",
      rows: [
        { text: "One", secret: "x" },
        { text: "Two", secret: "y" },
      ],
    };
    airbyte.streams.set("Notes", notes);
    const landing = land({ name: "Back Office.Notes", mode: "full", fields: ["text"] });
    await landing.sync();
    expect([...landing.documents.values()].map(({ data }) => data)).toEqual([{ text: "One" }, { text: "Two" }]);
    notes.rows.shift();
    await landing.sync();
    expect([...landing.documents.values()].map(({ data }) => data)).toEqual([{ text: "Two" }]);
    expect([...airbyte.connections.values()][0]?.body.prefix).toBe("back_office_");
  });
});

describe("a failure by Airbyte", () => {
  test("tells what the source said of the settings, without the secrets", async () => {
    const { airbyte, connector, ctx } = await started();
    airbyte.control.checkMessage = `The key ${config.api_key} is not known`;
    expect(await refusal(connector.check(config, ctx))).toMatchObject({
      kind: "credentials",
      retryable: false,
      message: "The source couldn't be reached with these settings: The key [secret] is not known",
    });
  });

  test.each([
    ["config_error", undefined, "settings", false],
    ["transient_error", true, "unavailable", true],
    ["system_error", undefined, "unavailable", true],
    ["refresh_schema", undefined, "vanished", false],
  ])(
    "of a job, %s, is told with its reason, and the next sync begins a new job",
    async (failureType, retryable, kind, again) => {
      const { airbyte, land, rows, engine, ctx } = await started();
      rows.push(order(1));
      airbyte.control.failures = [{ failureType, retryable, externalMessage: "The shop is closed", timestamp: 0 }];
      const landing = land();
      expect(await refusal(landing.sync())).toMatchObject({
        kind,
        retryable: again,
        message: expect.stringMatching(/^Airbyte's sync failed: The shop is closed\./),
      });
      expect(await engine.jobs("ds_1", ctx)).toMatchObject([
        { id: "1", status: "failed", error: "The shop is closed" },
      ]);
      airbyte.control.failures = [];
      await landing.sync();
      expect([keys(landing), airbyte.jobs.size]).toEqual([[1], 2]);
    },
  );

  test("names a stream and fields that vanished", async () => {
    const { land } = await started();
    expect(await refusal(land({ name: "Gone", mode: "full" }).sync())).toMatchObject({
      kind: "vanished",
      message: "The source no longer has the stream Gone. Choose the streams again.",
    });
    expect(await refusal(land({ ...orders, fields: ["Id", "email"] }).sync())).toMatchObject({
      kind: "vanished",
      message: "The stream Orders no longer has email. Choose the fields again.",
    });
  });

  test("of Muster's own access names the operator's variables", async () => {
    const { airbyte, engine, ctx } = await started();
    airbyte.fail({ when: ({ path }) => path.includes("source_definitions"), answer: { status: 403, body: {} } });
    expect(await refusal(engine.offers(ctx))).toMatchObject({
      kind: "permission",
      retryable: false,
      message: expect.stringContaining("AIRBYTE_CLIENT_ID"),
    });
    airbyte.heal();
    airbyte.fail({ answer: { status: 502, body: "Bad gateway" } });
    expect(await refusal(engine.offers(ctx))).toMatchObject({ kind: "unavailable", retryable: true });
  });

  test("ends with the call that it is for while a job is waited for", async () => {
    const stop = new AbortController();
    const { airbyte, land, rows } = await started({ signal: stop.signal });
    rows.push(order(1));
    airbyte.control.polls = 1_000_000;
    const synced = land()
      .sync()
      .catch((error: unknown) => error);
    setTimeout(() => stop.abort(), 500);
    expect(await synced).toBe(stop.signal.reason);
  });
});

test("jobs are shown, and a deleted datasource leaves nothing at Airbyte or where it landed", async () => {
  const { airbyte, land, rows, engine, ctx, sql } = await started();
  rows.push(order(1), order(2));
  await land().sync();
  expect(await engine.jobs("ds_1", ctx)).toEqual([
    {
      id: "1",
      status: "succeeded",
      startedAt: new Date("2025-01-01T00:00:00Z"),
      endedAt: new Date("2025-01-01T00:01:00Z"),
      records: 2,
    },
  ]);
  expect(await engine.jobs("ds_2", ctx)).toEqual([]);
  await engine.remove("ds_2", ctx);
  expect(airbyte.sources.size).toBe(1);
  await engine.remove("ds_1", ctx);
  expect([airbyte.sources.size, airbyte.connections.size]).toEqual([0, 0]);
  expect(await sql("select 1 from pg_namespace where nspname = 'muster_ds_1'")).toEqual([]);
  await engine.remove("ds_1", ctx);
});

test.each([
  ["http://airbyte:8000", "http://airbyte:8000/api/public/v1", "http://airbyte:8000/api/v1"],
  ["http://airbyte:8000/api/", "http://airbyte:8000/api/public/v1", "http://airbyte:8000/api/v1"],
  ["http://airbyte:8000/api/public/v1", "http://airbyte:8000/api/public/v1", "http://airbyte:8000/api/v1"],
  ["https://api.airbyte.com/v1", "https://api.airbyte.com/v1", "https://cloud.airbyte.com/api/v1"],
])("both of its APIs are found from %s", (given, publicUrl, configUrl) => {
  expect(toApiUrls(given)).toEqual({ publicUrl, configUrl });
});
