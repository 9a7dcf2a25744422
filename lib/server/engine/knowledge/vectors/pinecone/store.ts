import { assertOwnCollection, checkPoints, checkVector, toTeamPrefix } from "../shared/collection";
import { toConditions } from "../shared/conditions";
import { VectorError } from "../shared/failure";
import { toStoredFields } from "../shared/fields";
import type { Collection, Point, VectorStore } from "../shared/types";
import { createPineconeClient, type PineconeSettings } from "./client";
import { buildFilter } from "./filter";

/** Pinecone accepts 2 MB and 1,000 records per request; a number has up to 22 characters. */
const batchBytes = 1_800_000;
const maxRecords = 500;
const documentsPerRequest = 100;
const idsPerPage = 100;
const isMissing = (error: unknown): boolean => error instanceof VectorError && error.problem === "missing";

/** Ids encode where a record belongs, because listing returns only ids. */
const toRecordId = ({ teamId, datasourceId, documentId, id }: Point): string =>
  [teamId, datasourceId, documentId, id].map(encodeURIComponent).join("/");

function parseRecordId(record: string): { documentId: string; id: string } {
  const [, , documentId = "", id = ""] = record.split("/").map(decodeURIComponent);
  return { documentId, id };
}

/** A Pinecone index holds vectors of one length; each collection is a namespace of it. */
export function createPineconeStore(settings: PineconeSettings): VectorStore {
  const withIndex = createPineconeClient(settings);
  let dimension: number | undefined;

  const readDimension = async (signal?: AbortSignal): Promise<number> => {
    const stats = await withIndex(signal, (index) => index.describeIndexStats());
    if (!stats.dimension)
      throw new VectorError("dimensions", "This Pinecone index doesn't support dense vectors. Create one that does.");
    return stats.dimension;
  };

  async function assertDimensions({ dimensions }: Collection, signal?: AbortSignal): Promise<void> {
    dimension ??= await readDimension(signal);
    if (dimension !== dimensions)
      throw new VectorError(
        "dimensions",
        `This Pinecone index expects ${dimension}-dimensional vectors, but the embedding model returns ${dimensions}-dimensional ones. Use another index or another model.`,
      );
  }

  return {
    async check(signal) {
      dimension = await readDimension(signal);
    },
    async upsert(collection, points, signal) {
      const validPoints = checkPoints(collection, points);
      if (validPoints.length === 0) return;
      await assertDimensions(collection, signal);
      const recordsPerRequest = Math.max(
        1,
        Math.min(maxRecords, Math.floor(batchBytes / (collection.dimensions * 22 + 2_000))),
      );
      for (let at = 0; at < validPoints.length; at += recordsPerRequest) {
        const records = validPoints.slice(at, at + recordsPerRequest).map((point) => ({
          id: toRecordId(point),
          values: point.vector,
          metadata: {
            ...toStoredFields(point.fields),
            id: point.id,
            team: point.teamId,
            datasource: point.datasourceId,
            document: point.documentId,
          },
        }));
        await withIndex(signal, (index) => index.upsert({ records, namespace: collection.name }));
      }
    },
    async remove(collection, { teamId, datasourceId, documentIds }, signal) {
      assertOwnCollection(collection, teamId);
      const scope = { teamId, datasourceIds: [datasourceId] };
      const filters = documentIds ? [] : [buildFilter(scope)];
      for (let at = 0; documentIds && at < documentIds.length; at += documentsPerRequest)
        filters.push(buildFilter({ ...scope, documentIds: documentIds.slice(at, at + documentsPerRequest) }));
      for (const filter of filters)
        await withIndex(signal, (index) => index.deleteMany({ filter, namespace: collection.name })).catch(
          ignoreMissing,
        );
    },
    async search(collection, search, signal) {
      assertOwnCollection(collection, search.teamId);
      checkVector(collection, search.vector);
      if (search.k <= 0 || search.datasourceIds.length === 0) return [];
      const filter = buildFilter(search, toConditions(search.filters));
      const query = { vector: search.vector, topK: search.k, filter, namespace: collection.name };
      const result = await withIndex(signal, (index) => index.query(query)).catch(ignoreMissing);
      return (result?.matches ?? []).map(({ id, score = 0 }) => ({ id: parseRecordId(id).id, score }));
    },
    async *list(collection, { teamId, datasourceId }, signal) {
      assertOwnCollection(collection, teamId);
      const options = {
        prefix: `${[teamId, datasourceId].map(encodeURIComponent).join("/")}/`,
        limit: idsPerPage,
        namespace: collection.name,
      };
      let paginationToken: string | undefined;
      do {
        const offset = paginationToken;
        const page = await withIndex(signal, (index) =>
          index.listPaginated({ ...options, paginationToken: offset }),
        ).catch(ignoreMissing);
        for (const { id } of page?.vectors ?? []) if (id) yield parseRecordId(id);
        paginationToken = page?.pagination?.next;
      } while (paginationToken);
    },
    async dropTeam(teamId, signal) {
      let paginationToken: string | undefined;
      const names: string[] = [];
      do {
        const offset = paginationToken;
        const page = await withIndex(signal, (index) =>
          index.listNamespaces({ prefix: toTeamPrefix(teamId), limit: idsPerPage, paginationToken: offset }),
        );
        names.push(...(page.namespaces ?? []).flatMap(({ name }) => name ?? []));
        paginationToken = page.pagination?.next;
      } while (paginationToken);
      for (const name of names.filter((one) => one.startsWith(toTeamPrefix(teamId))))
        await withIndex(signal, (index) => index.deleteNamespace(name)).catch(ignoreMissing);
    },
  };
}

/** A namespace is created by its first record. */
function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
