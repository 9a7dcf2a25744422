import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { backupBeforeMigration } from "@/lib/server/main/operations/before-migration";
import { connectEmbedded } from "@/lib/server/platform/db/connection/connect";
import { migrateDatabase } from "@/lib/server/platform/db/migrate/migrate";
import { knownMigrations, migrationsFolder } from "@/lib/server/platform/db/migrate/migrations";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { dataFolder, run, withDatabase } from "../support/data-folders";
import { temporaryFolder } from "../support/folders";

/** Muster's migrations and further ones of this test. */
function migrationsWith(...added: string[]): string {
  const folder = join(temporaryFolder("migrations"), "migrations");
  cpSync(migrationsFolder(), folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(readFileSync(path, "utf8"));
  const last = journal.entries.at(-1)?.when ?? 0;
  added.forEach((statements, i) => {
    const tag = `9${i}_added`;
    journal.entries.push({ when: last + i + 1, tag });
    writeFileSync(join(folder, `${tag}.sql`), statements);
  });
  writeFileSync(path, JSON.stringify(journal));
  return folder;
}

/** A migrated database with a row in it, in a folder that the environment names. */
async function oldDatabase(name: string, variables: Record<string, string> = {}) {
  const folder = dataFolder(name);
  const set = { DATA_DIR: folder, LOG_LEVEL: "error", ...variables };
  for (const [variable, value] of Object.entries(set)) vi.stubEnv(variable, value);
  forgetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
  const { pool, close } = await connectEmbedded(folder, () => undefined);
  onTestFinished(close);
  const migrate = (migrations?: string) => migrateDatabase(pool, { before: backupBeforeMigration, folder: migrations });
  await migrate();
  await pool.query("insert into settings values ('mark', '\"old\"')");
  const backups = () => {
    const names = readdirSync(folder).includes("backups") ? readdirSync(join(folder, "backups")) : [];
    return names.sort().map((file) => join(folder, "backups", file));
  };
  return { folder, pool, migrate, backups };
}

const failing = "alter table settings add column extra text;--> statement-breakpoint\nselect * from nowhere";

test("a backup is made before a database is changed, not before a new one is filled", async () => {
  const { folder, migrate, backups } = await oldDatabase("before");
  expect(backups()).toEqual([]);
  await migrate();
  expect(backups()).toEqual([]);
  await migrate(migrationsWith("alter table settings add column extra text"));
  expect(backups()).toEqual([expect.stringMatching(/backups\/before-90_added-\d{8}-\d{9}\.tar\.gz$/)]);
  const restored = dataFolder("restored");
  expect(await run("restore", restored, backups())).toMatchObject({ code: 0 });
  const { rows } = await withDatabase(restored, (client) => client.query("select * from settings where name = 'mark'"));
  expect(rows).toEqual([{ name: "mark", value: "old" }]);
  expect(readdirSync(folder).sort()).toEqual(["backups", "postgres"]);
});

test("one that fails changes nothing and says how to go back", { timeout: 60_000 }, async () => {
  const { pool, migrate, backups } = await oldDatabase("failing");
  const failure = await migrate(migrationsWith("create table made (a int)", failing)).catch((error: unknown) => error);
  const text = failure instanceof Error ? failure.message : "";
  expect(text).toMatch(
    /^The database couldn't be migrated: migration 91_added failed \(relation "nowhere" does not exist\)\. Nothing was changed; start the version of Muster that you ran before\./,
  );
  const command = /npm run restore -- (\S+)$/.exec(text)?.[1];
  expect([command]).toEqual(backups());
  const { rows } = await pool.query("select * from settings where name = 'mark'");
  expect(rows).toEqual([{ name: "mark", value: "old" }]);
  expect((await pool.query("select to_regclass('made') made")).rows).toEqual([{ made: null }]);
  await migrate(migrationsWith("create table made (a int)"));
  expect((await pool.query("select to_regclass('made')::text made")).rows).toEqual([{ made: "made" }]);
});

test("only the newest few are kept, and backups that people made are left alone", { timeout: 60_000 }, async () => {
  const { folder, migrate, backups } = await oldDatabase("few", { MIGRATION_BACKUPS: "2" });
  await migrate(migrationsWith("select 1"));
  const [first = ""] = backups();
  writeFileSync(join(folder, "backups/mine.tar.gz"), "mine");
  for (const count of [2, 3]) await migrate(migrationsWith(...Array.from({ length: count }, () => "select 1")));
  const names = backups().map((path) => path.slice(path.lastIndexOf("/") + 1));
  expect(names).toEqual([
    expect.stringMatching(/^before-91_added-/),
    expect.stringMatching(/^before-92_added-/),
    "mine.tar.gz",
  ]);
  expect(backups()).not.toContain(first);
});

test("a backup that can't be written stops the migration before it begins", async () => {
  const { folder, pool, migrate } = await oldDatabase("blocked");
  writeFileSync(join(folder, "backups"), "in the way");
  await expect(migrate(migrationsWith("create table made (a int)"))).rejects.toThrow(
    /^The database wasn't migrated, because the backup couldn't be written .+ Nothing was changed\./,
  );
  expect((await pool.query("select to_regclass('made') made")).rows).toEqual([{ made: null }]);
});

test("none is made when none is wanted, and the failure says so", async () => {
  const { migrate, backups } = await oldDatabase("unwanted", { MIGRATION_BACKUPS: "0" });
  await expect(migrate(migrationsWith(failing))).rejects.toThrow(
    "No backup was created, because MIGRATION_BACKUPS is 0.",
  );
  expect(backups()).toEqual([]);
});

test("a database of a newer Muster is refused by an older one", async () => {
  const { pool, migrate } = await oldDatabase("newer");
  await migrate(migrationsWith("select 1"));
  await expect(migrate()).rejects.toThrow(
    /^This database was migrated by a newer version of Muster\..+npm run restore/,
  );
  expect((await pool.query("select 1 from drizzle.__drizzle_migrations")).rowCount).toBe(knownMigrations().length + 1);
});
