import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSecret } from "@/lib/server/main/check-secret";
import { connectEmbedded } from "@/lib/server/platform/db/connection/connect";
import { releasedMigrations } from "@/lib/server/platform/db/migrate/compare-migrations";
import { migrateDatabase } from "@/lib/server/platform/db/migrate/migrate";
import { knownMigrations } from "@/lib/server/platform/db/migrate/migrations";
import { newPerson } from "../support/client";
import { databaseEnded, dataFolder, run, withDatabase } from "../support/data-folders";
import { ownDatabase, testDatabase } from "../support/database";
import { temporaryFolder } from "../support/folders";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";

ownDatabase();

let own: OwnPostgres;
let archive: string;
beforeAll(async () => {
  await checkSecret((await testDatabase()).db);
  await newPerson();
  own = await ownPostgres();
  archive = `${process.env.DATA_DIR}/whole.tar.gz`;
  expect(await run("backup", process.env.DATA_DIR ?? "", [archive])).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => own.stop());

const known = knownMigrations();
const [tag, hashes] = Object.entries(releasedMigrations()).find(([, all]) => all.length > 1) ?? ["", []];
const at = known.find((migration) => migration.tag === tag)?.when;

/** A stopped data folder whose database says of its migrations what the statement makes of it. */
async function folderWith(name: string, statement: string, values: unknown[]): Promise<string> {
  const folder = dataFolder(name);
  expect(await run("restore", folder, [archive])).toMatchObject({ code: 0 });
  await withDatabase(folder, (client) => client.query(statement, values));
  await databaseEnded(folder);
  return folder;
}

const start = async (folder: string): Promise<string> => {
  const { pool, close } = await connectEmbedded(folder, () => undefined);
  try {
    await migrateDatabase(pool);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await close();
  }
};

async function moved(folder: string): Promise<string> {
  const { code, output } = await run("move-to", folder, [await own.database()]);
  return code === 0 ? "" : output;
}

/** Backed up as it is, and restored elsewhere. */
async function restored(folder: string): Promise<string> {
  const file = `${temporaryFolder("archive")}/again.tar.gz`;
  expect(await run("backup", folder, [file])).toMatchObject({ code: 0 });
  const { code, output } = await run("restore", dataFolder("again"), [file]);
  return code === 0 ? "" : output;
}

const setHash = "update drizzle.__drizzle_migrations set hash = $1 where created_at = $2";

describe("a start, a restore and a move accept and refuse the same", () => {
  it.each<[string, string, unknown[], RegExp]>([
    ["as it was released before", setHash, [hashes[1], at], /^$/],
    ["edited", setHash, ["f".repeat(64), at], new RegExp(`The migration ${tag} .* file was edited afterward`)],
    [
      "one left out",
      "delete from drizzle.__drizzle_migrations where created_at = $1",
      [at],
      /a different version|this version can.t read/,
    ],
    [
      "one of nobody's",
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
      ["f".repeat(64), Number(at) + 1],
      /a different version|this version can.t read/,
    ],
    [
      "one of a newer Muster",
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
      ["f".repeat(64), 9e12],
      /newer version of Muster|this version can.t read/,
    ],
  ])(
    "%s",
    async (name, statement, values, sentence) => {
      const folder = await folderWith(name.replaceAll(" ", "-"), statement, values);
      for (const outcome of [await start(folder), await moved(folder), await restored(folder)])
        expect(outcome).toMatch(sentence);
    },
    120_000,
  );
});
