import { checkedPoints, checkVector, expectOwn, teamPrefix } from "../shared/collection";
import { conditionsOf } from "../shared/conditions";
import { VectorError } from "../shared/failure";
import { storedFields } from "../shared/fields";
import type { Collection, Point, VectorStore } from "../shared/types";
import { type PineconeSettings, pineconeClient } from "./client";
import { filterOf } from "./filter";

/** Pinecone accepts 2 MB and 1,000 records per request; a number has up to 22 characters. */
const batchBytes = 1_800_000;
const maxRecords = 500;
const documentsAtOnce = 100;
const listedAtOnce = 100;
const found404 = (error: unknown): boolean => error instanceof VectorError && error.problem === "missing";

/** Ids encode where a record belongs, because listing returns only ids. */
const recordId = ({ teamId, datasourceId, documentId, id }: Point): string =>
  [teamId, datasourceId, documentId, id].map(encodeURIComponent).join("/");

function partsOf(record: string): { documentId: string; id: string } {
  const [, , documentId = "", id = ""] = record.split("/").map(decodeURIComponent);
  return { documentId, id };
}

/** A Pinecone index holds vectors of one length; each collection is a namespace of it. */
export function createPineconeStore(settings: PineconeSettings): VectorStore {
  const using = pineconeClient(settings);
  let dimension: number | undefined;

  const dimensionOf = async (signal?: AbortSignal): Promise<number> => {
    const stats = await using(signal, (index) => index.describeIndexStats());
    if (!stats.dimension)
      throw new VectorError("dimensions", "This Pinecone index takes no dense vectors. Make one that does.");
    return stats.dimension;
  };

  async function expectFit({ dimensions }: Collection, signal?: AbortSignal): Promise<void> {
    dimension ??= await dimensionOf(signal);
    if (dimension !== dimensions)
      throw new VectorError(
        "dimensions",
        `This Pinecone index takes vectors of ${dimension} numbers, and the embedding model makes ${dimensions}. Use another index or another model.`,
      );
  }

  return {
    async check(signal) {
      dimension = await dimensionOf(signal);
    },
    async upsert(collection, points, signal) {
      const checked = checkedPoints(collection, points);
      if (checked.length === 0) return;
      await expectFit(collection, signal);
      const atOnce = Math.max(1, Math.min(maxRecords, Math.floor(batchBytes / (collection.dimensions * 22 + 2_000))));
      for (let at = 0; at < checked.length; at += atOnce) {
        const records = checked.slice(at, at + atOnce).map((point) => ({
          id: recordId(point),
          values: point.vector,
          metadata: {
            ...storedFields(point.fields),
            id: point.id,
            team: point.teamId,
            datasource: point.datasourceId,
            document: point.documentId,
          },
        }));
        await using(signal, (index) => index.upsert({ records, namespace: collection.name }));
      }
    },
    async remove(collection, { teamId, datasourceId, documentIds }, signal) {
      expectOwn(collection, teamId);
      const of = { teamId, datasourceIds: [datasourceId] };
      const filters = documentIds ? [] : [filterOf(of)];
      for (let at = 0; documentIds && at < documentIds.length; at += documentsAtOnce)
        filters.push(filterOf({ ...of, documentIds: documentIds.slice(at, at + documentsAtOnce) }));
      for (const filter of filters)
        await using(signal, (index) => index.deleteMany({ filter, namespace: collection.name })).catch(unlessMissing);
    },
    async search(collection, search, signal) {
      expectOwn(collection, search.teamId);
      checkVector(collection, search.vector);
      if (search.k <= 0 || search.datasourceIds.length === 0) return [];
      const filter = filterOf(search, conditionsOf(search.filters));
      const query = { vector: search.vector, topK: search.k, filter, namespace: collection.name };
      const found = await using(signal, (index) => index.query(query)).catch(unlessMissing);
      return (found?.matches ?? []).map(({ id, score = 0 }) => ({ id: partsOf(id).id, score }));
    },
    async *list(collection, { teamId, datasourceId }, signal) {
      expectOwn(collection, teamId);
      const options = {
        prefix: `${[teamId, datasourceId].map(encodeURIComponent).join("/")}/`,
        limit: listedAtOnce,
        namespace: collection.name,
      };
      let paginationToken: string | undefined;
      do {
        const at = paginationToken;
        const page = await using(signal, (index) => index.listPaginated({ ...options, paginationToken: at })).catch(
          unlessMissing,
        );
        for (const { id } of page?.vectors ?? []) if (id) yield partsOf(id);
        paginationToken = page?.pagination?.next;
      } while (paginationToken);
    },
    async dropTeam(teamId, signal) {
      let paginationToken: string | undefined;
      const names: string[] = [];
      do {
        const at = paginationToken;
        const page = await using(signal, (index) =>
          index.listNamespaces({ prefix: teamPrefix(teamId), limit: listedAtOnce, paginationToken: at }),
        );
        names.push(...(page.namespaces ?? []).flatMap(({ name }) => name ?? []));
        paginationToken = page.pagination?.next;
      } while (paginationToken);
      for (const name of names.filter((one) => one.startsWith(teamPrefix(teamId))))
        await using(signal, (index) => index.deleteNamespace(name)).catch(unlessMissing);
    },
  };
}

/** A namespace is created by its first record. */
function unlessMissing(error: unknown): undefined {
  if (!found404(error)) throw error;
}
