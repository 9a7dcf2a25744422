import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { documentsOf, newEmbedding, ready } from "../support/datasources";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { type AirbyteStandin, shopDefinition, startAirbyteStandin } from "../support/standins/airbyte/server";
import { client } from "../support/standins/service/tokens";
import { deleted, removeItem } from "../support/trash";

ownDatabase();

let server: OwnPostgres;
let landing: pg.Pool;
let airbyte: AirbyteStandin;
let ingest: { stop: () => Promise<void> };
beforeAll(async () => {
  server = await ownPostgres();
  const landingUrl = await server.database();
  landing = new pg.Pool({ connectionString: landingUrl, max: 1 });
  airbyte = await startAirbyteStandin(landingUrl);
  vi.stubEnv("AIRBYTE_API_URL", `${airbyte.url}/api`);
  vi.stubEnv("AIRBYTE_LANDING_URL", landingUrl);
  vi.stubEnv("AIRBYTE_CLIENT_ID", client.id);
  vi.stubEnv("AIRBYTE_CLIENT_SECRET", client.secret);
  forgetEnv();
  ingest = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
}, 120_000);
afterAll(async () => {
  await ingest.stop();
  await airbyte.close();
  await landing.end();
  await server.stop();
  vi.unstubAllEnvs();
  forgetEnv();
}, 120_000);

describe("a datasource of Airbyte's", () => {
  it("is read from where it lands, and leaves nothing there or at Airbyte once it is deleted", {
    timeout: 120_000,
  }, async () => {
    const ada = await newPerson();
    const { pool } = await testDatabase();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    await pool.query("update orgs set plan = 'teams' where id = (select org_id from teams where id = $1)", [ada.slug]);
    const fields = { Id: { type: "integer" }, title: { type: ["null", "string"] } };
    const rows = [1, 2, 3].map((Id) => ({ Id, title: `Order ${Id} of lanterns` }));
    airbyte.streams.set("Orders", { fields, primaryKey: ["Id"], rows });
    const config = { host: "shop.example.test", api_key: "standin-key-of-the-shop" };
    const body = { connectorId: shopDefinition, name: "Shop", description: "", config };
    const { datasourceId } = await expectOk(callAs(datasources.test, { ...to, body }));
    const streamConfig = [{ name: "Orders", primaryKeys: ["Id"] }];
    const added = { datasourceId, streamConfig, embeddingModelId: await newEmbedding(ada) };
    await expectOk(callAs(datasources.add, { ...to, body: added }));
    const id = String(datasourceId);
    expect(await ready(ada, id)).toMatchObject({ status: "ready", recordCount: { total: 3, succeeded: 3 } });
    expect(await documentsOf(ada, id)).toHaveLength(3);
    const left = async () => {
      const { rows: schemas } = await landing.query(
        "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
      );
      return [airbyte.sources.size, airbyte.connections.size, schemas.length];
    };
    expect(await left()).toEqual([1, 1, 1]);

    // Airbyte cannot be reached when it is deleted: it is asked again.
    vi.stubEnv("AIRBYTE_API_URL", "http://127.0.0.1:9/api");
    forgetEnv();
    await expectOk(removeItem(ada, await deleted(ada, "datasource", id)));
    const noted = async () => (await pool.query("select attempt from sources_to_remove")).rows;
    await expect.poll(noted, { timeout: 20_000 }).toMatchObject([{ attempt: 1 }]);
    expect(await left()).toEqual([1, 1, 1]);
    vi.stubEnv("AIRBYTE_API_URL", `${airbyte.url}/api`);
    forgetEnv();
    await pool.query("update sources_to_remove set next_retry = null");
    await expect.poll(noted, { timeout: 20_000 }).toEqual([]);
    expect(await left()).toEqual([0, 0, 0]);
  });
});
