import { expect, onTestFinished, test } from "vitest";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { knownMigrations } from "@/lib/server/platform/db/migrate/migrations";
import { testDatabase } from "../support/database";

const app = (id: string, type: string) => ({
  id,
  team_id: "team",
  name: "App",
  type,
  sharing_config: { mode: "team", emails: [] },
  task_ids: ["task_1"],
  agent_ids: ["agent_1"],
  variable_ids: [],
  process_config: type === "chat" ? null : { process: "hierarchical", fullOutput: true },
  created_by: "account_1",
  date_updated: "2026-01-02T00:00:00Z",
});
const agent = (id: string, more: object = {}) => ({
  id,
  team_id: "team",
  name: "Guide",
  role: "Guide",
  goal: "Help",
  backstory: "Knows the way.",
  tool_ids: [],
  tool_revisions: {},
  variable_ids: [],
  allow_delegation: false,
  max_iterations: 15,
  ...more,
});

test("processes and agents of before have a first revision, also those in the trash", async () => {
  const { pool: run } = await testDatabase();
  await run.query("create database apps_of_before");
  const pool = createPool({ ...run.options, database: "apps_of_before", max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await run.query("drop database apps_of_before with (force)");
  });
  const migrations = knownMigrations();
  const at = migrations.findIndex(({ tag }) => tag.endsWith("app-revisions"));
  const apply = async (some: typeof migrations) => {
    for (const { statements } of some) for (const statement of statements) await pool.query(statement);
  };
  const insert = (table: string, row: object) => {
    const names = Object.keys(row).join(", ");
    return pool.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
  };
  await apply(migrations.slice(0, at));
  // Whom the rows belong to is not what this is about.
  await pool.query("set session_replication_role = replica");
  await insert("apps", app("app_1", "process"));
  await insert("apps", app("app_2", "chat"));
  await insert("agents", agent("agent_1"));
  await insert("agents", agent("agent_2"));
  const known = { id: "revision_9", agent_id: "agent_2", number: 1, definition: {}, note: "", date: "2026-01-02" };
  await insert("agent_revisions", known);
  const trashed: [string, string, object][] = [
    ["trash_1", "apps", app("app_3", "process")],
    ["trash_2", "agents", agent("agent_3")],
    ["trash_3", "agents", agent("agent_4", { revision: 2 })],
  ];
  for (const row of trashed)
    await pool.query("insert into trash_rows (trash_id, table_name, row) values ($1, $2, $3)", row);
  await apply(migrations.slice(at));

  const { rows: apps } = await pool.query("select id, revision from apps order by id");
  expect(apps).toEqual([
    { id: "app_1", revision: 1 },
    { id: "app_2", revision: null },
  ]);
  const { rows: ofApps } = await pool.query("select * from app_revisions");
  const definition = {
    process: "hierarchical",
    fullOutput: true,
    managerModelId: null,
    after: {},
    taskIds: ["task_1"],
    agentIds: ["agent_1"],
    variableIds: [],
  };
  const first = { id: "apprevision_1", app_id: "app_1", number: 1, created_by: "account_1" };
  expect(ofApps).toMatchObject([{ ...first, definition, date: new Date("2026-01-02") }]);
  const { rows: ofAgents } = await pool.query("select id, agent_id, number from agent_revisions order by id");
  expect(ofAgents).toEqual([
    { id: "agentrevision_1", agent_id: "agent_1", number: 1 },
    { id: "agentrevision_9", agent_id: "agent_2", number: 1 },
  ]);
  const { rows: inTrash } = await pool.query("select table_name, row from trash_rows order by trash_id, id desc");
  expect(inTrash).toMatchObject([
    { table_name: "apps", row: { id: "app_3", revision: 1 } },
    { table_name: "app_revisions", row: { id: "apprevision_3", app_id: "app_3", number: 1, definition } },
    { table_name: "agents", row: { id: "agent_3" } },
    { table_name: "agent_revisions", row: { agent_id: "agent_3", number: 1, definition: { goal: "Help" } } },
    { table_name: "agents", row: { id: "agent_4" } },
  ]);
});
