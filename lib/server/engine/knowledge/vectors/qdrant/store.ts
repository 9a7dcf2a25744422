import { createHash } from "node:crypto";
import type { Schemas } from "@qdrant/js-client-rest";
import { checkedPoints, checkVector, expectOwn, teamPrefix } from "../shared/collection";
import { conditionsOf } from "../shared/conditions";
import { VectorError } from "../shared/failure";
import { storedFields } from "../shared/fields";
import type { Collection, Point, VectorStore } from "../shared/types";
import { filterOf, keysIn } from "./filter";
import { type QdrantSettings, qdrantRest } from "./rest";

const pointsAtOnce = 200;
const documentsAtOnce = 500;
const listedAtOnce = 1_000;
const schemaOf: Record<string, Schemas["PayloadSchemaType"]> = { s: "keyword", n: "float", b: "bool", t: "float" };

/** Qdrant requires UUIDs: derived from team and id, so that writing again replaces the point. */
function uuidOf(teamId: string, id: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([teamId, id]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const pointOf = ({ id, teamId, datasourceId, documentId, vector, fields }: Point): Schemas["PointStruct"] => ({
  id: uuidOf(teamId, id),
  vector,
  payload: { ...storedFields(fields), id, team: teamId, datasource: datasourceId, document: documentId },
});

const textIn = (payload: unknown, key: string): string => {
  const value = typeof payload === "object" && payload !== null ? Reflect.get(payload, key) : undefined;
  return typeof value === "string" ? value : "";
};

export function createQdrantStore(settings: QdrantSettings): VectorStore {
  const rest = qdrantRest(settings);
  const indexed = new Set<string>();

  async function create({ name, dimensions }: Collection, signal?: AbortSignal): Promise<void> {
    await rest.put(name, "", { vectors: { size: dimensions, distance: "Cosine" } }, signal);
    const team = { type: "keyword", is_tenant: true } as const;
    await rest.put(name, "/index", { field_name: "team", field_schema: team }, signal);
    for (const field_name of ["datasource", "document"])
      await rest.put(name, "/index", { field_name, field_schema: "keyword" }, signal);
  }

  /** Clusters may refuse filters on fields without an index. When the key may not create one, the search reports the refusal. */
  async function indexKeys({ name }: Collection, keys: string[], signal?: AbortSignal): Promise<void> {
    for (const key of keys.filter((one) => !indexed.has(`${name}/${one}`))) {
      const body = { field_name: key, field_schema: schemaOf[key.slice(0, 1)] ?? ("keyword" as const) };
      await rest.put(name, "/index", body, signal).catch((error: unknown) => {
        if (!(error instanceof VectorError) || error.retryable) throw error;
      });
      indexed.add(`${name}/${key}`);
    }
  }

  return {
    async check(signal) {
      if (!(await rest.collections(signal))?.collections)
        throw new VectorError("missing", "What answers there is not Qdrant. Check the address.");
    },
    async upsert(collection, points, signal) {
      const checked = checkedPoints(collection, points);
      for (let at = 0; at < checked.length; at += pointsAtOnce) {
        const body = { points: checked.slice(at, at + pointsAtOnce).map(pointOf) };
        const write = () => rest.put(collection.name, "/points", body, signal);
        if (await write()) continue;
        await create(collection, signal);
        if (!(await write())) throw new VectorError("overloaded", "Qdrant has lost the collection. Try again.");
      }
    },
    async remove(collection, { teamId, datasourceId, documentIds }, signal) {
      expectOwn(collection, teamId);
      const of = { teamId, datasourceIds: [datasourceId] };
      if (!documentIds) await rest.remove(collection.name, { filter: filterOf(of) }, signal);
      for (let at = 0; documentIds && at < documentIds.length; at += documentsAtOnce) {
        const filter = filterOf({ ...of, documentIds: documentIds.slice(at, at + documentsAtOnce) });
        await rest.remove(collection.name, { filter }, signal);
      }
    },
    async search(collection, search, signal) {
      expectOwn(collection, search.teamId);
      checkVector(collection, search.vector);
      if (search.k <= 0 || search.datasourceIds.length === 0) return [];
      const conditions = conditionsOf(search.filters);
      await indexKeys(collection, keysIn(conditions), signal);
      const body = {
        query: search.vector,
        filter: filterOf(search, conditions),
        limit: search.k,
        with_payload: ["id"],
      };
      const found = await rest.query(collection.name, body, signal);
      return (found?.points ?? []).map(({ payload, score }) => ({ id: textIn(payload, "id"), score }));
    },
    async *list(collection, { teamId, datasourceId }, signal) {
      expectOwn(collection, teamId);
      const filter = filterOf({ teamId, datasourceIds: [datasourceId] });
      let offset: Schemas["ScrollRequest"]["offset"];
      do {
        const body = { filter, limit: listedAtOnce, offset, with_payload: ["id", "document"], with_vector: false };
        const page = await rest.scroll(collection.name, body, signal);
        for (const { payload } of page?.points ?? [])
          yield { id: textIn(payload, "id"), documentId: textIn(payload, "document") };
        offset = page?.next_page_offset;
      } while (offset !== undefined && offset !== null);
    },
    async dropTeam(teamId, signal) {
      const found = await rest.collections(signal);
      for (const { name } of found?.collections ?? [])
        if (name.startsWith(teamPrefix(teamId))) await rest.dropCollection(name, signal);
    },
  };
}
