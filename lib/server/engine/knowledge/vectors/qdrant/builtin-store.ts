import type { Schemas } from "@qdrant/js-client-rest";
import { assertOwnCollection } from "../shared/collection";
import { VectorError } from "../shared/failure";
import type { BuiltinStore, StoreIdentity } from "../shared/types";
import { buildFilter } from "./filter";
import { createQdrantClient, type QdrantSettings } from "./rest";
import { createQdrantStore, getText } from "./store";

const teamCollection = /^muster_[0-9a-f]{16}_/;
/** Holds one point, whose payload identifies the store. */
const identityCollection = "muster_store";
const identityPoint = "00000000-0000-5000-8000-000000000001";
const vectorsPerPage = 500;

/** Qdrant as the store of all machines of one Muster. */
export function createQdrantBuiltinStore(settings: QdrantSettings): BuiltinStore {
  const client = createQdrantClient(settings);

  async function readIdentity(signal?: AbortSignal): Promise<StoreIdentity | undefined> {
    const payload = (await client.point(identityCollection, identityPoint, signal))?.payload;
    const id = getText(payload, "store");
    return id ? { id, databaseId: getText(payload, "database"), inode: null } : undefined;
  }

  async function names(signal?: AbortSignal): Promise<string[]> {
    const found = (await client.collections(signal))?.collections ?? [];
    return found.flatMap(({ name }) => (teamCollection.test(name) ? [name] : []));
  }

  return {
    ...createQdrantStore(settings),
    readIdentity,
    async writeIdentity(id, databaseId, signal) {
      await client.put(identityCollection, "", { vectors: { size: 1, distance: "Dot" } }, signal);
      const point = { id: identityPoint, vector: [1], payload: { store: id, database: databaseId } };
      await client.put(identityCollection, "/points", { points: [point] }, signal);
      const written = await readIdentity(signal);
      if (!written) throw new VectorError("missing", "The server at this URL isn't Qdrant. Check the URL.");
      return written;
    },
    names,
    isEmpty: async (signal) => (await names(signal)).length === 0,
    async drop(name) {
      await client.dropCollection(name);
    },
    async count(collection, { teamId, datasourceId }, signal) {
      assertOwnCollection(collection, teamId);
      const filter = buildFilter({ teamId, datasourceIds: [datasourceId] });
      return (await client.count(collection.name, { filter, exact: true }, signal))?.count ?? 0;
    },
    async *read(collection, { teamId, datasourceId, documentIds }, signal) {
      assertOwnCollection(collection, teamId);
      const filter = buildFilter({ teamId, datasourceIds: [datasourceId], documentIds });
      let offset: Schemas["ScrollRequest"]["offset"];
      do {
        const body = { filter, limit: vectorsPerPage, offset, with_payload: ["id", "document"], with_vector: true };
        const page = await client.scroll(collection.name, body, signal);
        for (const { payload, vector } of page?.points ?? [])
          yield { id: getText(payload, "id"), documentId: getText(payload, "document"), vector: toNumbers(vector) };
        offset = page?.next_page_offset;
      } while (offset !== undefined && offset !== null);
    },
    // Qdrant maintains its collections, and returns when a write is complete.
    compact: async () => undefined,
    idle: async () => undefined,
  };
}

/** Only the unnamed vector of a point is a list of numbers. */
const toNumbers = (vector: unknown): number[] => (Array.isArray(vector) ? vector.map(Number) : []);
