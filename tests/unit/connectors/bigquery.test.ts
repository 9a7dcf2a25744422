import { describe, expect, it, onTestFinished } from "vitest";
import { bigquery } from "@/lib/server/engine/connectors/bigquery/connector";
import type { ConnectorContext, StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { connectorContext, refusal } from "../../support/connectors";
import { Landing } from "../../support/landing";
import { bigqueryError, microsOf, startBigqueryStandin } from "../../support/standins/bigquery/server";
import { serviceAccount, startGoogleSignIn, wrongServiceAccount } from "../../support/standins/google-sign-in";
import type { Answered } from "../../support/standins/service/serve";

const token = "ya29.standin-access-token";
const orders: StreamChoice = { name: "shop.orders", mode: "incremental", cursorField: "updated_at" };
const second = (index: number): string => microsOf(new Date(Date.UTC(2025, 0, 1, 0, 0, index)).toISOString());
const order = (index: number, title = `Order ${index}`, at = index) => ({
  id: String(index),
  title,
  updated_at: second(at),
});

async function started(given: Partial<ConnectorContext> = {}, settings: Record<string, unknown> = {}) {
  const service = await startBigqueryStandin(token);
  const signIn = await startGoogleSignIn(token);
  onTestFinished(async () => {
    await service.close();
    await signIn.close();
  });
  service.tables.set("shop.orders", {
    columns: [
      { name: "id", type: "INTEGER", mode: "REQUIRED" },
      { name: "title", type: "STRING" },
      { name: "updated_at", type: "TIMESTAMP" },
    ],
    primaryKey: ["id"],
    rows: [],
  });
  const ctx = connectorContext({ places: { bigquery: service.url, googleOAuth: signIn.baseUrl }, ...given });
  const config = { credentials: serviceAccount(), ...settings };
  const land = (stream = orders) => new Landing(bigquery, config, stream, ctx);
  const rows = () => service.tables.get("shop.orders")?.rows ?? [];
  return { service, signIn, ctx, config, land, rows };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const keys = (landing: Landing): number[] => [...landing.documents.keys()].map(Number).sort((one, two) => one - two);

describe("what BigQuery offers", () => {
  it("is tables and views with their columns, keys and the likeliest cursor first", async () => {
    const { service, signIn, config, ctx } = await started();
    service.tables.set("shop.recent", {
      type: "VIEW",
      columns: [
        { name: "created_on", type: "DATE" },
        { name: "amount", type: "NUMERIC" },
        { name: "tags", type: "STRING", mode: "REPEATED" },
        { name: "last_modified", type: "DATETIME" },
      ],
      rows: [],
    });
    service.tables.set("other.notes", { columns: [{ name: "text", type: "STRING" }], rows: [] });
    await bigquery.check(config, ctx);
    expect(await bigquery.discover(config, ctx)).toEqual([
      {
        name: "shop.orders",
        fields: [
          { name: "id", type: "INTEGER" },
          { name: "title", type: "STRING" },
          { name: "updated_at", type: "TIMESTAMP" },
        ],
        primaryKeys: ["id"],
        cursorFields: ["updated_at", "id"],
        modes: ["full", "incremental"],
      },
      {
        name: "shop.recent",
        fields: [
          { name: "created_on", type: "DATE" },
          { name: "amount", type: "NUMERIC" },
          { name: "tags", type: "ARRAY<STRING>" },
          { name: "last_modified", type: "DATETIME" },
        ],
        primaryKeys: [],
        cursorFields: ["last_modified", "created_on"],
        modes: ["full", "incremental"],
      },
      {
        name: "other.notes",
        fields: [{ name: "text", type: "STRING" }],
        primaryKeys: [],
        cursorFields: [],
        modes: ["full"],
      },
    ]);
    expect(await bigquery.discover({ ...config, dataset: "other" }, ctx)).toHaveLength(1);
    expect(new Set(signIn.requests.map(({ path }) => path))).toEqual(new Set(["/token"]));
  });
});

describe("a sync of BigQuery", () => {
  it("by a cursor tells all at first, then what is new, also at the same moment", async () => {
    const { service, land, rows } = await started();
    service.makeSlow(1);
    rows().push(...range(30).map((index) => order(index)));
    const landing = land();
    await landing.sync();
    expect(keys(landing)).toEqual(range(30));
    expect(landing.documents.get("7")).toMatchObject({
      title: "Order 7",
      updatedAt: new Date("2025-01-01T00:00:07Z"),
      data: { id: 7, title: "Order 7", updated_at: "2025-01-01T00:00:07.000Z" },
    });
    await landing.sync();
    expect([landing.told, landing.complete]).toEqual([[], false]);
    rows()[4] = order(5, "Changed", 40);
    rows().push(order(31, "At the same moment", 30), order(32, "Later", 41));
    await landing.sync();
    expect(landing.told.sort()).toEqual(["31", "32", "5"]);
    expect(landing.documents.get("5")?.title).toBe("Changed");
    await landing.sync();
    expect(landing.told).toEqual([]);
    expect(service.statements.at(-1)).toEqual({
      sql: "SELECT `id`, `title`, `updated_at` FROM `standin.shop.orders` WHERE `updated_at` >= CAST(@from AS TIMESTAMP) ORDER BY `updated_at`",
      from: "2025-01-01T00:00:41.000Z",
    });
  });

  it("goes on in the same result when it is broken, and tells each row once", async () => {
    const { service, land, rows } = await started();
    rows().push(...range(2_500).map((index) => order(index)));
    const landing = land();
    await landing.sync(1_200);
    const first = landing.told.length;
    // The result is the table as it was: what changes meanwhile comes with the next sync.
    rows()[0] = order(1, "Changed", 3_000);
    await landing.sync();
    expect(first + landing.told.length).toBeLessThanOrEqual(2_500 + 200);
    expect([keys(landing), landing.complete]).toEqual([range(2_500), true]);
    expect(service.statements).toHaveLength(1);
    await landing.sync();
    expect(landing.told).toEqual(["1"]);

    rows().push(
      ...range(2_600)
        .slice(2_500)
        .map((index) => order(index, `Order ${index}`, 4_000 + index)),
    );
    await landing.sync(50);
    service.forgetJobs();
    await landing.sync();
    expect(keys(landing)).toEqual(range(2_600));
  });

  it("begins the query anew when its result is no longer kept", async () => {
    const { service, land, rows } = await started();
    rows().push(...range(1_500).map((index) => order(index)));
    const landing = land();
    await landing.sync(1_100);
    service.forgetJobs();
    await landing.sync();
    expect([keys(landing), service.statements.length]).toEqual([range(1_500), 2]);
  });

  it("in full finds rows that are gone, after a break too, and rows without a key by what is in them", async () => {
    const { service, land } = await started();
    const table = {
      columns: [{ name: "text", type: "STRING" }],
      rows: range(1_300).map((index) => ({ text: `Row ${index}` })),
    };
    service.tables.set("shop.notes", table);
    const landing = land({ name: "shop.notes", mode: "full" });
    await landing.sync();
    expect([landing.documents.size, landing.state]).toEqual([1_300, null]);
    table.rows.splice(10, 5);
    await landing.sync(1_050);
    await landing.sync();
    expect([landing.documents.size, landing.complete]).toEqual([1_295, true]);
  });

  it("makes JSON of every kind of value, and leaves out what was not chosen", async () => {
    const { service, land } = await started();
    service.tables.set("shop.kinds", {
      columns: [
        ...["INTEGER", "NUMERIC", "BOOLEAN", "FLOAT", "DATE", "DATETIME", "TIME", "BYTES", "STRING"].map((type) => ({
          name: type.toLowerCase(),
          type,
        })),
        { name: "tags", type: "STRING", mode: "REPEATED" },
        {
          name: "place",
          type: "RECORD",
          fields: [
            { name: "city", type: "STRING" },
            { name: "zip", type: "INTEGER" },
          ],
        },
      ],
      primaryKey: ["integer", "string"],
      rows: [
        {
          integer: "9007199254740993",
          numeric: "1.10",
          boolean: "true",
          float: "NaN",
          date: "2025-01-02",
          datetime: "2025-01-02T03:04:05.678901",
          time: "03:04:05",
          bytes: "AAE=",
          string: "key",
          tags: ["a", "b"],
          place: { city: "Oslo", zip: "150" },
        },
      ],
    });
    const landing = land({ name: "shop.kinds", mode: "full" });
    await landing.sync();
    expect([...landing.documents]).toMatchObject([
      [
        '["9007199254740993","key"]',
        {
          data: {
            integer: "9007199254740993",
            numeric: "1.1",
            boolean: true,
            float: "NaN",
            date: "2025-01-02",
            datetime: "2025-01-02T03:04:05.678901",
            time: "03:04:05",
            bytes: "AAE=",
            string: "key",
            tags: ["a", "b"],
            place: { city: "Oslo", zip: 150 },
          },
        },
      ],
    ]);
    const few = land({ name: "shop.kinds", mode: "full", fields: ["date"] });
    await few.sync();
    expect(few.documents.get('["9007199254740993","key"]')?.data).toEqual({ date: "2025-01-02" });
  });
});

describe("a failure of BigQuery", () => {
  it("refuses a query that would cost more than the settings allow", async () => {
    const { service, land } = await started({}, { maxGigabytes: 2 });
    const table = service.tables.get("shop.orders");
    if (table) table.bytes = 3 * 1024 ** 3;
    expect(await refusal(land().sync())).toMatchObject({
      kind: "settings",
      retryable: false,
      field: "maxGigabytes",
      message: expect.stringMatching(/would read more data than the settings allow.*2147483648/),
    });
  });

  it("names a table and columns that vanished", async () => {
    const { land } = await started();
    expect(await refusal(land({ name: "shop.gone", mode: "full" }).sync())).toMatchObject({
      kind: "vanished",
      message: "The table shop.gone no longer exists. Choose the streams again.",
    });
    const stream = { ...orders, fields: ["id", "email"], cursorField: "changed" };
    expect(await refusal(land(stream).sync())).toMatchObject({
      kind: "vanished",
      retryable: false,
      message: "shop.orders no longer has the columns email and changed. Choose the fields again.",
    });
  });

  it("names a service account that Google does not take", async () => {
    const { ctx } = await started();
    expect(await refusal(bigquery.check({ credentials: wrongServiceAccount() }, ctx))).toMatchObject({
      kind: "credentials",
      retryable: false,
      message: expect.stringMatching(/^Google rejected the service account for Google BigQuery/),
    });
  });

  const cases: [string, Answered, { kind: string; retryable: boolean; message: RegExp; retryAfterMs?: number }][] = [
    [
      "a limit",
      bigqueryError(403, "rateLimitExceeded", "Exceeded rate limits"),
      { kind: "rate_limit", retryable: true, message: /limiting requests/, retryAfterMs: 60_000 },
    ],
    [
      "a missing role",
      bigqueryError(403, "accessDenied", "User does not have bigquery.jobs.create permission."),
      { kind: "permission", retryable: false, message: /the BigQuery Data Viewer and BigQuery Job User roles/ },
    ],
    [
      "a problem of its own",
      bigqueryError(500, "backendError", "Oops"),
      { kind: "unavailable", retryable: true, message: /./ },
    ],
    [
      "a cut answer",
      { body: { jobReference: {} }, cutAfter: 3 },
      { kind: "network", retryable: true, message: /didn't complete/ },
    ],
    [
      "a web page",
      { headers: { "content-type": "text/html" }, body: "<html></html>" },
      { kind: "malformed", retryable: false, message: /unexpected/ },
    ],
  ];
  it.each(cases)("tells %s", async (_title, answer, { kind, retryable, message, ...rest }) => {
    const { service, ctx, config } = await started();
    service.fail({ when: ({ path }) => path.endsWith("/jobs"), answer });
    const error = await refusal(bigquery.check(config, ctx));
    expect(error).toMatchObject({ kind, retryable, message: expect.stringMatching(message), ...rest });
  });

  it("ends with the call that it is for", async () => {
    const stop = new AbortController();
    const { service, ctx, config } = await started({ signal: stop.signal });
    service.fail({ answer: "hang" });
    const asked = bigquery.check(config, ctx).catch((error: unknown) => error);
    setTimeout(() => stop.abort(), 100);
    expect(await asked).toBe(stop.signal.reason);
  });
});
