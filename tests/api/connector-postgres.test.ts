import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { postgres } from "@/lib/server/engine/connectors/postgres/connector";
import { ConnectorError } from "@/lib/server/engine/connectors/shared/errors";
import type { StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { connectorContext, refusal, Shelf } from "../support/connectors";
import { longestBlock } from "../support/loop-delay";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";

let server: OwnPostgres;
beforeAll(async () => {
  server = await ownPostgres();
}, 120_000);
afterAll(() => server.stop());

async function database(...statements: string[]) {
  const url = new URL(await server.database());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(() => client.end());
  for (const statement of statements) await client.query(statement);
  const config = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: url.username,
    password: url.password,
    tls: "off",
  };
  return { client, config };
}

const people = "create table people (id int primary key, name text, updated_at timestamptz)";
const choice = (given: Partial<StreamChoice> = {}): StreamChoice => ({
  name: "public.people",
  mode: "incremental",
  ...given,
});

const lists = (count: number) => `'[${"[],".repeat(count)}[]]'`;

test.each<[string, string, string]>([
  ["lists in JSON", "a jsonb, b json, c json", `${lists(230_000)}, ${lists(330_000)}, ${lists(330_000)}`],
  ["levels of JSON", "a json", `'${"[".repeat(1_500)}${"]".repeat(1_500)}'`],
  [
    "arrays",
    "a int[], b text[]",
    `(select array_agg(1) from generate_series(1, 490000)), '{${'"",'.repeat(300_000)}""}'`,
  ],
])("a row of very many %s keeps nobody waiting", async (_name, columns, values) => {
  const { config } = await database(
    `create table people (id int primary key, ${columns})`,
    `insert into people values (1, ${values})`,
  );
  const shelf = new Shelf(postgres, config, choice(), connectorContext);
  const { blockedMs } = await longestBlock(() => shelf.sync());
  expect(blockedMs).toBeLessThan(200);
  expect([...shelf.documents.keys()]).toEqual(["1"]);
  expect(() => JSON.stringify([...shelf.documents.values()])).not.toThrow();
});

test("more columns than can be listed together are refused with what to do", async () => {
  const columns = Array.from({ length: 1_500 }, (_, i) => `c${i} int`).join(", ");
  const tables = Array.from({ length: 50 }, (_, i) => `create table wide_${i} (${columns})`);
  const { config } = await database(...tables, "create schema few", "create table few.one (id int)");
  const ctx = connectorContext();
  const { result, blockedMs } = await longestBlock(() => refusal(postgres.discover(config, ctx)));
  expect(blockedMs).toBeLessThan(200);
  expect(result.message).toBe("The tables have too many columns to list together. Enter fewer schemas.");
  expect(await postgres.discover({ ...config, schemas: "few" }, ctx)).toHaveLength(1);
});

test("tables and views are discovered with fields, keys, cursors and modes", async () => {
  const { config } = await database(
    `create table "Odd ""table" (b int, a int, "the title" varchar(20), saved timestamp, primary key (a, b))`,
    "create view names as select 'Ada'::text as name",
    "create schema hidden",
    "create table hidden.secret (id int)",
    "create table parts (id int, primary key (id)) partition by range (id)",
    "create table parts_1 partition of parts for values from (0) to (10)",
  );
  const ctx = connectorContext();
  await postgres.check(config, ctx);
  expect(await postgres.discover({ ...config, schemas: "public" }, ctx)).toEqual([
    {
      name: 'public.Odd "table',
      fields: [
        { name: "b", type: "integer" },
        { name: "a", type: "integer" },
        { name: "the title", type: "character varying(20)" },
        { name: "saved", type: "timestamp without time zone" },
      ],
      primaryKeys: ["a", "b"],
      cursorFields: ["xmin", "saved", "b", "a"],
      modes: ["full", "incremental"],
    },
    {
      name: "public.names",
      fields: [{ name: "name", type: "text" }],
      primaryKeys: [],
      cursorFields: [],
      modes: ["full"],
    },
    {
      name: "public.parts",
      fields: [{ name: "id", type: "integer" }],
      primaryKeys: ["id"],
      cursorFields: ["xmin", "id"],
      modes: ["full", "incremental"],
    },
  ]);
  const all = await postgres.discover(config, ctx);
  expect(all.map(({ name }) => name)).toContain("hidden.secret");
});

describe.each<[string, Partial<StreamChoice>]>([
  ["in full", { mode: "full" }],
  ["by xmin", {}],
  ["by a time", { cursorField: "updated_at" }],
])("a table read %s", (_name, given) => {
  test("is followed exactly: rows added, changed and vanished", async () => {
    const { client, config } = await database(
      people,
      "insert into people select n, 'person ' || n, timestamptz '2026-01-01' + n * interval '1 hour' from generate_series(1, 2000) n",
      "insert into people values (9001, 'no time', null)",
    );
    const shelf = new Shelf(postgres, config, choice(given));
    expect(await shelf.sync()).toMatchObject({ told: { record: 2001 }, complete: true });
    await client.query("update people set name = 'changed', updated_at = '2026-12-01' where id in (7, 1500)");
    await client.query("insert into people values (5000, 'new', '2026-12-02'), (9002, 'no time either', null)");
    await client.query("delete from people where id in (1, 2, 2000)");
    const second = await shelf.sync();
    expect(second.complete).toBe(true);
    if (given.mode !== "full") expect(second.told.record).toBeLessThan(10);
    const { rows } = await client.query("select id, name from people order by id");
    const found = [...shelf.documents.values()].map(({ data }) => ({ id: data?.id, name: data?.name }));
    expect(found.sort((one, other) => Number(one.id) - Number(other.id))).toEqual(rows);
    // And a third one has nothing to say.
    const before = shelf.data();
    expect((await shelf.sync()).complete).toBe(true);
    expect(shelf.data()).toEqual(before);
  });

  test("continues where it was broken off, wherever that was", async () => {
    const { client, config } = await database(
      people,
      "insert into people select n, 'person ' || n, timestamptz '2026-01-01' + n * interval '1 hour' from generate_series(1, 700) n",
    );
    const shelf = new Shelf(postgres, config, choice(given));
    for (const cutAfter of [0, 15, 60, 250, 330]) {
      const before = shelf.documents.size;
      expect((await shelf.sync({ cutAfter })).complete).toBeUndefined();
      expect(shelf.documents.size).toBeGreaterThanOrEqual(before);
    }
    expect(shelf.documents.size).toBeGreaterThan(200);
    await client.query("delete from people where id in (3, 699)");
    await client.query("insert into people values (0, 'before the position', '2026-12-01')");
    const last = await shelf.sync();
    expect(last.told.record).toBeLessThan(300);
    await shelf.sync();
    const { rows } = await client.query("select id::text from people");
    expect([...shelf.documents.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
  });
});

test("a slow reader keeps no transaction open for long, and misses nothing by it", async () => {
  const { client, config } = await database(
    people,
    "insert into people select n, 'p' || n from generate_series(1, 900) n",
  );
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const begun =
    "select xact_start::text as at from pg_stat_activity where application_name = 'muster' and datname = current_database()";
  const starts = new Set<string>();
  const keys: string[] = [];
  for await (const message of postgres.read(config, choice({ mode: "full" }), null, connectorContext())) {
    if (message.type === "record") keys.push(message.key);
    if (message.type !== "state") continue;
    vi.advanceTimersByTime(61_000);
    starts.add(String((await client.query(begun)).rows[0]?.at));
  }
  expect(keys).toEqual(Array.from({ length: 900 }, (_, n) => String(n + 1)));
  expect(starts.size).toBeGreaterThan(4);
});

test("a transaction that was open during the first read is not missed by xmin", async () => {
  const { client, config } = await database(people, "insert into people values (1, 'Ada', now())");
  const shelf = new Shelf(postgres, config, choice());
  await client.query("begin");
  await client.query("insert into people values (2, 'Grace', now())");
  const other = new pg.Client({ ...config, ssl: false });
  await other.connect();
  await other.query("insert into people values (3, 'Alan', now())");
  await other.end();
  await shelf.sync();
  expect([...shelf.documents.keys()]).toEqual(["1", "3"]);
  await client.query("commit");
  await shelf.sync();
  expect([...shelf.documents.keys()].sort()).toEqual(["1", "2", "3"]);
});

test("every type becomes JSON", async () => {
  const { config } = await database(
    "create type mood as enum ('calm')",
    "create domain age as int",
    "create table kinds (id bigint primary key, big bigint, exact numeric, price numeric(10,2), nothing numeric, f8 float8, inf float8, yes bool, bytes bytea, day date, at timestamptz, local timestamp, ever timestamptz, span interval, j json, jb jsonb, words text[], numbers int[][], gaps int[], holes text[], id_ uuid, ip inet, mood mood, age age, pair point, none text, big_text text)",
    `insert into kinds values (1, 9223372036854775807, 123456789012345678.901, 12.50, 'NaN', 0.1, '-Infinity', true, '\\x00ff',
      '2026-02-28', '2026-02-28 13:14:15.123456+02', '2026-02-28 01:02:03', 'infinity', 'P1DT2H', '{"a": [1, null]}', '"text"',
      '{"a,b", "say \\"hi\\"", NULL, ""}', '{{1,2},{3,4}}', '[2:3]={5,6}', '{}', '7f2c1d0e-0000-4000-8000-000000000001', '10.0.0.1/8', 'calm', 7, '(1,2)', null, repeat('x', 1500000))`,
  );
  const shelf = new Shelf(postgres, config, choice({ name: "public.kinds" }));
  await shelf.sync();
  const { big_text, ...data } = shelf.documents.get("1")?.data ?? {};
  expect(data).toEqual({
    id: 1,
    big: "9223372036854775807",
    exact: "123456789012345678.901",
    price: 12.5,
    nothing: "NaN",
    f8: 0.1,
    inf: "-Infinity",
    yes: true,
    bytes: "AP8=",
    day: "2026-02-28",
    at: "2026-02-28T11:14:15.123456Z",
    local: "2026-02-28T01:02:03",
    ever: "infinity",
    span: "P1DT2H",
    j: { a: [1, null] },
    jb: "text",
    words: ["a,b", 'say "hi"', null, ""],
    numbers: [
      [1, 2],
      [3, 4],
    ],
    gaps: [5, 6],
    holes: [],
    id_: "7f2c1d0e-0000-4000-8000-000000000001",
    ip: "10.0.0.1/8",
    mood: "calm",
    age: 7,
    pair: "(1,2)",
    none: null,
  });
  // All cells of a row together may have three million characters.
  expect(big_text).toHaveLength(Math.floor(3_000_000 / 27));
});

test("a view is followed by a key that somebody chooses, unless that has gaps", async () => {
  const { client, config } = await database(
    people,
    "insert into people select n, 'p' || n, now() from generate_series(1, 50) n",
    "create view seen as select * from people",
  );
  const name = "public.seen";
  const shelf = new Shelf(postgres, config, choice({ name, primaryKeys: ["name"], cursorField: "updated_at" }));
  expect(await shelf.sync()).toMatchObject({ told: { record: 50 }, complete: true });
  await client.query("delete from people where id = 4");
  await shelf.sync();
  expect(shelf.documents.has("p4")).toBe(false);
  await client.query("insert into people values (99, null, now())");
  expect((await refusal(shelf.sync())).message).toContain("have no value in “name”");
  const keyless = new Shelf(postgres, config, choice({ name, mode: "full" }));
  expect(await keyless.sync()).toMatchObject({ told: { record: 50 }, complete: true });
  await client.query("update people set name = 'x' where id = 5");
  await keyless.sync();
  expect([...keyless.documents.values()].filter(({ data }) => data?.id === 5)).toHaveLength(1);
  const plain = choice({ name, cursorField: "updated_at" });
  expect((await refusal(new Shelf(postgres, config, plain).sync())).message).toContain("has no primary key");
});

test("a vanished column or table is final, and named", async () => {
  const { client, config } = await database(people, "insert into people values (1, 'Ada', now())");
  const shelf = new Shelf(postgres, config, choice({ fields: ["id", "name"] }));
  await shelf.sync();
  await client.query("alter table people rename column name to full_name");
  const column = await refusal(shelf.sync());
  expect(column).toMatchObject({ kind: "vanished", retryable: false });
  expect(column.message).toContain("public.people no longer has the column “name”");
  await client.query("drop table people");
  const table = await refusal(shelf.sync());
  expect(table).toMatchObject({ kind: "vanished", retryable: false });
  expect(table.message).toContain("The table public.people no longer exists");
  expect(shelf.documents.size).toBe(1);
});

test("the connection can only read", async () => {
  const { client, config } = await database(
    people,
    "create function sly() returns int language plpgsql as $$ begin insert into people values (666); return 1; end $$",
    "create view trap as select sly() as id",
  );
  const error = await refusal(new Shelf(postgres, config, choice({ name: "public.trap", mode: "full" })).sync());
  expect(error.message).toContain("read-only transaction");
  expect((await client.query("select from people")).rowCount).toBe(0);
});

test("wrong credentials and settings are final and told without the password", async () => {
  const { config } = await database(people);
  const password = "not-the-passw0rd";
  const tried: [Record<string, unknown>, string, string][] = [
    [{ password }, "credentials", "rejected the username or password"],
    [{ password: undefined }, "credentials", "rejected the username or password"],
    [{ database: "missing" }, "settings", "database doesn't exist"],
    [{ tls: "verify" }, "settings", "doesn't support encrypted connections"],
    [{ schemas: ["empty"] }, "permission", "found no tables that it can read in empty"],
  ];
  for (const [changed, kind, words] of tried) {
    const error = await refusal(postgres.check({ ...config, ...changed }, connectorContext()));
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ kind, retryable: false });
    expect(error.message).toContain(words);
    expect(JSON.stringify([error.message, error])).not.toContain(password);
  }
});

test("a server that is gone, and one that breaks off, can be tried again", async () => {
  const { client, config } = await database(people, "insert into people select n from generate_series(1, 3000) n");
  const gone = await refusal(postgres.check({ ...config, port: 9 }, connectorContext()));
  expect(gone).toMatchObject({ kind: "network", retryable: true });
  const messages = postgres.read(config, choice(), null, connectorContext())[Symbol.asyncIterator]();
  await messages.next();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'muster' and datname = current_database()",
  );
  const error = await refusal(
    (async () => {
      for (let next = await messages.next(); !next.done; next = await messages.next());
    })(),
  );
  expect(error).toMatchObject({ retryable: true });
});

test("an abort ends a slow query and leaves no connection", async () => {
  const { client, config } = await database("create view slow as select pg_sleep(60)::text as nap");
  const abort = new AbortController();
  const ctx = connectorContext({ signal: abort.signal });
  const reading = refusal(new Shelf(postgres, config, choice({ name: "public.slow", mode: "full" }), () => ctx).sync());
  setTimeout(() => abort.abort(new Error("stopped by hand")), 500);
  expect((await reading).message).toBe("stopped by hand");
  const mine =
    "select from pg_stat_activity where application_name = 'muster' and datname = current_database() and state <> 'active'";
  expect((await client.query(mine)).rowCount).toBe(0);
});

test("a certificate is checked as the connection says", async () => {
  const safe = await ownPostgres({ certified: "DNS:db.example.test" });
  onTestFinished(() => safe.stop());
  const url = new URL(await safe.database());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(people);
  await client.end();
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const config = {
    host: "db.example.test",
    port: url.port,
    database: url.pathname.slice(1),
    user: url.username,
    password: url.password,
  };
  const check = (changed: object) => postgres.check({ ...config, ...changed }, connectorContext({}, { lookup }));
  expect((await refusal(check({}))).message).toContain(
    "TLS certificate isn't trusted. Paste the certificate authority's",
  );
  await check({ ca: safe.certificate });
  await check({ tls: "require" });
  const other = await refusal(check({ ca: safe.certificate, host: "other.example.test" }));
  expect(other).toMatchObject({ kind: "settings", retryable: false });
}, 60_000);

test("a private address is refused before anything is sent, and so is Muster's own database", async () => {
  const { config } = await database(people);
  const closed = connectorContext({}, { development: false });
  const refused = await refusal(postgres.check(config, closed));
  expect(refused).toMatchObject({ kind: "refused", retryable: false });
  expect(refused.message).toContain(`OUTBOUND_ALLOW=127.0.0.1:${config.port}`);
  await postgres.check(config, connectorContext({}, { development: false, allow: [`127.0.0.1:${config.port}`] }));
  const own = connectorContext({}, { ownEndpoints: [{ host: "localhost", port: config.port }], allow: ["127.0.0.1"] });
  expect((await refusal(postgres.check(config, own))).message).toContain("is Muster's own address");
});
