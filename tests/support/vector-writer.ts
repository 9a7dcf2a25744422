/**
 * Writes documents into a folder of the built-in vector store until it is killed or done: `vector-writer.ts <folder> <team>
 * <first> <documents>`. Says `wrote <number>` of each that the store has acknowledged.
 */

import { createLanceEngine, createLanceStore } from "@/lib/server/engine/knowledge/vectors/lance/store";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { chunksOfDocument, writerModel } from "./vector-documents";

const [, , folder = "", teamId = "", first = "0", documents = "0"] = process.argv;
const store = createLanceStore(createLanceEngine(folder));
const collection = toCollection(teamId, writerModel, 4);
for (let i = Number(first); i < Number(first) + Number(documents); i += 1) {
  await store.upsert(collection, chunksOfDocument(teamId, i));
  process.stdout.write(`wrote ${i}\n`);
}
await store.idle();
process.stdout.write("done\n");
