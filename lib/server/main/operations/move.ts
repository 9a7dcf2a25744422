import type { ClientBase } from "pg";
import { connectEmbedded, connectOwn } from "../../platform/db/connection/connect";
import { inTransaction } from "../../platform/db/connection/transaction";
import { type CopyOut, copyOut, listTables, quoted } from "../../platform/db/copy/copy";
import { type DumpedTable, plainFormats } from "../../platform/db/copy/dump";
import { isEmpty, loadDatabase } from "../../platform/db/copy/load";
import { isInUse } from "../../platform/db/embedded/embedded-in-use";
import { compareMigrations } from "../../platform/db/migrate/compare-migrations";
import { appliedMigrations, knownMigrations, type Migration } from "../../platform/db/migrate/migrations";
import { claim, release } from "./swap";

const reportEveryMs = 2_000;

type Report = (line: string) => void;

/** Copies the embedded database of a data folder into an empty one, all or nothing. Reports progress. */
export async function moveTo(url: string, dataDir: string, report: Report): Promise<void> {
  claim(dataDir, []);
  try {
    if (isInUse(dataDir))
      throw new Error(`Muster is running on ${dataDir}. Stop all its processes, then run this command again.`);
    const target = await connectOwn(url);
    try {
      const source = await connectEmbedded(dataDir);
      try {
        await copyAll(await source.pool.connect(), await target.pool.connect(), report);
      } finally {
        await source.close();
      }
    } finally {
      await target.close();
    }
  } finally {
    release(dataDir);
  }
}

type LeasedClient = ClientBase & { release: (destroy: boolean) => void };

async function copyAll(source: LeasedClient, target: LeasedClient, report: Report): Promise<void> {
  let current: { table: string; stream: CopyOut } | undefined;
  const timer = setInterval(() => {
    if (current) report(`  ${current.table.padEnd(24)} ${current.stream.rows} so far`);
  }, reportEveryMs);
  try {
    const fill = async () => {
      const tables = await countTables(source);
      await inTransaction(target, async () => {
        if (!(await isEmpty(target)))
          throw new Error("The target database isn't empty. Create a new one for Muster and use it.");
        await loadDatabase(target, {
          migrations: await compareApplied(source),
          tables,
          rows: async (table) => {
            const stream = copyOut(source, table);
            current = { table: table.name, stream };
            return stream;
          },
          onLoaded: ({ name, rows }) => report(`  ${name.padEnd(24)} ${rows}`),
        });
      });
    };
    await inTransaction(source, fill, "isolation level repeatable read read only");
  } finally {
    clearInterval(timer);
    source.release(true);
    target.release(true);
  }
}

async function countTables(client: ClientBase): Promise<DumpedTable[]> {
  await client.query(plainFormats);
  const tables: DumpedTable[] = [];
  for (const shape of await listTables(client)) {
    const { rows } = await client.query<{ n: string }>(`select count(*) n from public.${quoted(shape.name)}`);
    tables.push({ ...shape, rows: Number(rows[0]?.n) });
  }
  return tables;
}

async function compareApplied(client: ClientBase): Promise<Migration[]> {
  const { applied } = compareMigrations(knownMigrations(), await appliedMigrations(client));
  if (applied.length === 0) throw new Error("The embedded database is empty: there is nothing to move.");
  return applied;
}
