/**
 * Looks after one table and ends: `upkeep-process.ts <folder> <table>`. What that needs of memory ends with it. Run from
 * its source, which Node strips of its types itself: what it imports is named with its ending, and nothing by the alias.
 */
import { connect, Session } from "@lancedb/lancedb";
import { indexVectors, tidy } from "./upkeep.ts";

/** What it tells: the table is tidied, and then how many rows its new index has, if it got one. */
export type UpkeepMessage = { tidied: true } | { indexed: number | undefined };

const cacheBytes = BigInt(32 * 1024 * 1024);
const tell = (message: UpkeepMessage): Promise<void> =>
  new Promise((resolve) => (process.send ? process.send(message, undefined, undefined, () => resolve()) : resolve()));

const [, , folder = "", name = ""] = process.argv;
const connection = await connect(folder, { readConsistencyInterval: 0 }, new Session(cacheBytes, cacheBytes));
const table = await connection.openTable(name);
await tidy(table);
await tell({ tidied: true });
await tell({ indexed: await indexVectors(table) });
process.exit(0);
