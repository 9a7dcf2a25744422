import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { migrateDatabase } from "@/lib/server/platform/db/migrate/migrate";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { expectInTime } from "../support/expect-in-time";
import { inTeam } from "../support/members";
import { multiply } from "../support/multiply";

ownDatabase();

const indexes = ["api_keys_search", "apps_search", "session_texts_search", "variables_search"];
const searchIndexes = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query<{ name: string }>("select indexname as name from pg_indexes where indexname like '%_search'")).rows
    .map(({ name }) => name)
    .sort();

it("a text that stands in one of 10,000 long descriptions is found in time, with the index and without", {
  timeout: 120_000,
}, async () => {
  const { pool } = await testDatabase();
  const ada = await newPerson();
  const body = { name: "customer", description: "The needle, Österreich", defaultValue: "", secret: false };
  const { _id } = await expectOk(callAs(variables.add, { ...inTeam(ada, ada.slug), body }));
  await multiply(pool, "variables", String(_id), 10_000);
  await pool.query(
    `with words as (select array_agg(substr(md5(n::text), 1, 4 + n % 6)) as all from generate_series(1, 300) n)
    update variables v set description = t.text from (
      select id, left(string_agg("all"[1 + (hashtext(id || g) & 255)], ' '), 2000) as text
      from variables, words, generate_series(1, 320) g where id <> $1 group by id) t
    where v.id = t.id`,
    [_id],
  );
  await pool.query("vacuum analyze variables");
  const search = async (q: string) => {
    const found = await expectOk(callAs(variables.list, { ...inTeam(ada, ada.slug), query: { q } as never }));
    return (found as unknown as { variables: { _id: string }[] }).variables.map((one) => one._id);
  };
  const found = async () => [
    await search("NEEDLE"),
    await search("österr"),
    await search("needles"),
    await search("ö"),
  ];
  const rare = [() => search("needle, ö"), () => search("nowhere to be found")];
  const small = () => callAs(accounts.get, { token: ada.token });

  expect(await searchIndexes(pool)).toEqual(indexes);
  const indexed = await found();
  expect(indexed).toEqual([[_id], [_id], [], [_id]]);
  await expectInTime("rare texts, with the index", rare, small);

  await pool.query("drop index variables_search");
  expect(await found()).toEqual(indexed);
  const began = performance.now();
  for (const call of rare) await call();
  console.info(
    `FIGURES ${JSON.stringify({ name: "the same without", ms: (performance.now() - began) / rare.length })}`,
  );
});

it("a database that refuses the extension is brought up to date without the index", async () => {
  const { pool: admin } = await testDatabase();
  await admin.query("create database search_refused");
  const pool = createPool({ ...admin.options, database: "search_refused", max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await admin.query("drop database search_refused with (force)");
  });
  await pool.query(`create function refuse() returns event_trigger language plpgsql
    as 'begin raise insufficient_privilege using message = ''not here''; end'`);
  await pool.query(
    "create event trigger refusing on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()",
  );
  await migrateDatabase(pool);
  expect(await searchIndexes(pool)).toEqual([]);
  expect((await pool.query("select 1 from variables where name ilike '%a%'")).rowCount).toBe(0);
});
