import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { findBuiltinFolder, openVectorStore } from "../../../../engine/knowledge/vectors/open";
import type { VectorStore } from "../../../../engine/knowledge/vectors/shared/types";
import { databaseNotes } from "../../../../platform/storage/database-notes";
import { type Check, type Finding, ok, problem, withDatabase } from "./finding";

/** Data sources without documents in progress, whose vectors are in the built-in store, and their number of stored chunks. */
const stored = `
select s.id, s.team_id team, s.collection, sum(d.stored_chunks)::int chunks
from datasources s join documents d on d.datasource_id = s.id
where s.vector_db_id is null and s.collection is not null and s.date_trashed is null and s.lease_owner is null
group by s.id
having sum(d.stored_chunks) > 0 and bool_and(not d.gone and d.stage in ('stored', 'failed', 'skipped'))
order by s.id limit 10000`;

interface StoredSource {
  id: string;
  team: string;
  collection: { name: string; dimensions: number };
  chunks: number;
}

const maxNamed = 5;

export const vectorsCheck: Check = {
  name: "Vectors",
  remedy: "Check that the vector store can be reached, and its settings.",
  async run(examination, signal) {
    const folder = findBuiltinFolder();
    // Opening a store without a folder would create it.
    const store = folder ? openVectorStore({ type: "builtin" }) : undefined;
    await store?.check(signal);
    const place = folder ? `The vector store in ${folder} can be opened.` : "There are no vectors yet.";
    const compare = async (client: Client) => [
      ...(folder ? await checkIdentity(client, folder) : []),
      ...(await checkCounts(client, store, signal)),
    ];
    return [ok(place), ...(await withDatabase(examination, compare, "the number of vectors"))];
  },
};

/** Whether the folder belongs to this database: it records the IDs of the databases that use it. */
async function checkIdentity(client: Client, folder: string): Promise<Finding[]> {
  const found = await client.query<{ value: unknown }>("select value from settings where name = 'database-id'");
  const notes = join(/* turbopackIgnore: true */ folder, databaseNotes);
  const noted: string[] = existsSync(notes) ? await readdir(notes) : [];
  const id = String(found.rows[0]?.value ?? "");
  if (noted.length === 0 || id === "") return [];
  if (noted.includes(id)) return [ok("The vectors belong to this database.")];
  return [
    problem(
      `The vectors in ${folder} belong to another database.`,
      "Set DATA_DIR or DATABASE_URL to the pair that belongs together.",
    ),
  ];
}

async function countVectors(store: VectorStore, { id, team, collection }: StoredSource, signal: AbortSignal) {
  let count = 0;
  for await (const _point of store.list(collection, { teamId: team, datasourceId: id }, signal)) count += 1;
  return count;
}

async function checkCounts(client: Client, store: VectorStore | undefined, signal: AbortSignal): Promise<Finding[]> {
  const tables = await client.query<{ found: string | null }>("select to_regclass('public.documents') found");
  if (!tables.rows[0]?.found) return [];
  const { rows: sources } = await client.query<StoredSource>(stored);
  const missing: string[] = [];
  const total = { vectors: 0, chunks: 0 };
  for (const source of sources) {
    const count = store ? await countVectors(store, source, signal) : 0;
    if (count < source.chunks) missing.push(source.id);
    total.vectors += count;
    total.chunks += source.chunks;
  }
  const found = `The store has ${total.vectors} vectors of ${total.chunks} chunks in ${sources.length} data sources.`;
  if (missing.length === 0) return [ok(found)];
  const named = missing.slice(0, maxNamed).join(", ");
  return [
    problem(
      `${found} Vectors are missing in ${missing.length} of them, such as ${named}.`,
      "Restore the vectors with the data from a backup, or process the documents of these data sources again.",
    ),
  ];
}
