import { expect, onTestFinished, test } from "vitest";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { knownMigrations } from "@/lib/server/platform/db/migrate/migrations";
import { testDatabase } from "../support/database";

test("tools of before get what they are defined as for their first revision, which is applied", async () => {
  const { pool: run } = await testDatabase();
  await run.query("create database tools_of_before");
  const pool = createPool({ ...run.options, database: "tools_of_before", max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await run.query("drop database tools_of_before with (force)");
  });
  const migrations = knownMigrations();
  const at = migrations.findIndex(({ tag }) => tag.endsWith("tool_revisions"));
  const apply = async (some: typeof migrations) => {
    for (const { statements } of some) for (const statement of statements) await pool.query(statement);
  };
  await apply(migrations.slice(0, at));
  // Whom the rows belong to is not what this is about.
  await pool.query("set session_replication_role = replica");
  const definition = { datasourceId: "datasource_1", retriever: { type: "time_weighted", k: 7 } };
  const tool =
    "insert into tools (id, team_id, name, function_name, type, state, definition, created_by, date_created)";
  await pool.query(`${tool} values ($1, 'team', 'Search', 'search', 'rag', 'ready', $2, 'account_1', '2026-01-02')`, [
    "tool_01m0000000abcdefghjkmnpqrs",
    JSON.stringify(definition),
  ]);
  await pool.query("set session_replication_role = origin");
  await apply(migrations.slice(at));
  const { rows } = await pool.query(
    "select t.*, r.number, r.definition, r.created_by author, r.date from tools t join tool_revisions r on r.id = t.revision_id and r.tool_id = t.id",
  );
  expect(rows).toMatchObject([
    {
      number: 1,
      definition,
      author: "account_1",
      last_revision: 1,
      variable_names: [],
      summary: "Newer ones first, 7 passages at most",
      date: new Date("2026-01-02"),
      revision_id: expect.stringMatching(/^revision_01m0000000[0-9a-f]{16}$/),
    },
  ]);
});
