/**
 * Maintains one table, then exits to release its memory: `upkeep-process.ts <folder> <table>`. Runs from source with Node's
 * type stripping: imports need file extensions and no alias.
 */
import { connect, Session } from "@lancedb/lancedb";
import { compact, indexVectors } from "./upkeep.ts";

/** Reports that the table is compacted, and then the row count of its new index, if any. */
export type UpkeepMessage = { tidied: true } | { indexed: number | undefined };

const cacheBytes = BigInt(32 * 1024 * 1024);
const report = (message: UpkeepMessage): Promise<void> =>
  new Promise((resolve) => (process.send ? process.send(message, undefined, undefined, () => resolve()) : resolve()));

const [, , folder = "", name = ""] = process.argv;
const connection = await connect(folder, { readConsistencyInterval: 0 }, new Session(cacheBytes, cacheBytes));
const table = await connection.openTable(name);
await compact(table);
await report({ tidied: true });
await report({ indexed: await indexVectors(table) });
process.exit(0);
