import { createHash } from "node:crypto";
import type { Schemas } from "@qdrant/js-client-rest";
import { assertOwnCollection, checkPoints, checkVector, toTeamPrefix } from "../shared/collection";
import { toConditions } from "../shared/conditions";
import { VectorError } from "../shared/failure";
import { toStoredFields } from "../shared/fields";
import type { Collection, Point, VectorStore } from "../shared/types";
import { buildFilter, listKeys } from "./filter";
import { createQdrantClient, type QdrantSettings } from "./rest";

const pointsPerRequest = 200;
const documentsPerRequest = 500;
const pointsPerPage = 1_000;
const schemaTypes: Record<string, Schemas["PayloadSchemaType"]> = { s: "keyword", n: "float", b: "bool", t: "float" };

/** Qdrant requires UUIDs: derived from team and id, so that writing again replaces the point. */
function toUuid(teamId: string, id: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([teamId, id]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const toQdrantPoint = ({ id, teamId, datasourceId, documentId, vector, fields }: Point): Schemas["PointStruct"] => ({
  id: toUuid(teamId, id),
  vector,
  payload: { ...toStoredFields(fields), id, team: teamId, datasource: datasourceId, document: documentId },
});

export const getText = (payload: unknown, key: string): string => {
  const value = typeof payload === "object" && payload !== null ? Reflect.get(payload, key) : undefined;
  return typeof value === "string" ? value : "";
};

export function createQdrantStore(settings: QdrantSettings): VectorStore {
  const client = createQdrantClient(settings);
  const indexed = new Set<string>();

  async function create({ name, dimensions }: Collection, signal?: AbortSignal): Promise<void> {
    await client.put(name, "", { vectors: { size: dimensions, distance: "Cosine" } }, signal);
    const team = { type: "keyword", is_tenant: true } as const;
    await client.put(name, "/index", { field_name: "team", field_schema: team }, signal);
    for (const field_name of ["datasource", "document"])
      await client.put(name, "/index", { field_name, field_schema: "keyword" }, signal);
  }

  /** Clusters may refuse filters on fields without an index. When the key may not create one, the search reports the refusal. */
  async function indexKeys({ name }: Collection, keys: string[], signal?: AbortSignal): Promise<void> {
    for (const key of keys.filter((one) => !indexed.has(`${name}/${one}`))) {
      const body = { field_name: key, field_schema: schemaTypes[key.slice(0, 1)] ?? ("keyword" as const) };
      await client.put(name, "/index", body, signal).catch((error: unknown) => {
        if (!(error instanceof VectorError) || error.retryable) throw error;
      });
      indexed.add(`${name}/${key}`);
    }
  }

  return {
    async check(signal) {
      if (!(await client.collections(signal))?.collections)
        throw new VectorError("missing", "The server at this URL isn't Qdrant. Check the URL.");
    },
    async upsert(collection, points, signal) {
      const validPoints = checkPoints(collection, points);
      for (let at = 0; at < validPoints.length; at += pointsPerRequest) {
        const body = { points: validPoints.slice(at, at + pointsPerRequest).map(toQdrantPoint) };
        const write = () => client.put(collection.name, "/points", body, signal);
        if (await write()) continue;
        await create(collection, signal);
        if (!(await write())) throw new VectorError("overloaded", "The collection is missing from Qdrant. Try again.");
      }
    },
    async remove(collection, { teamId, datasourceId, documentIds }, signal) {
      assertOwnCollection(collection, teamId);
      const scope = { teamId, datasourceIds: [datasourceId] };
      if (!documentIds) await client.remove(collection.name, { filter: buildFilter(scope) }, signal);
      for (let at = 0; documentIds && at < documentIds.length; at += documentsPerRequest) {
        const filter = buildFilter({ ...scope, documentIds: documentIds.slice(at, at + documentsPerRequest) });
        await client.remove(collection.name, { filter }, signal);
      }
    },
    async search(collection, search, signal) {
      assertOwnCollection(collection, search.teamId);
      checkVector(collection, search.vector);
      if (search.k <= 0 || search.datasourceIds.length === 0) return [];
      const conditions = toConditions(search.filters);
      await indexKeys(collection, listKeys(conditions), signal);
      const body = {
        query: search.vector,
        filter: buildFilter(search, conditions),
        limit: search.k,
        with_payload: ["id"],
      };
      const result = await client.query(collection.name, body, signal);
      return (result?.points ?? []).map(({ payload, score }) => ({ id: getText(payload, "id"), score }));
    },
    async *list(collection, { teamId, datasourceId }, signal) {
      assertOwnCollection(collection, teamId);
      const filter = buildFilter({ teamId, datasourceIds: [datasourceId] });
      let offset: Schemas["ScrollRequest"]["offset"];
      do {
        const body = { filter, limit: pointsPerPage, offset, with_payload: ["id", "document"], with_vector: false };
        const page = await client.scroll(collection.name, body, signal);
        for (const { payload } of page?.points ?? [])
          yield { id: getText(payload, "id"), documentId: getText(payload, "document") };
        offset = page?.next_page_offset;
      } while (offset !== undefined && offset !== null);
    },
    async dropTeam(teamId, signal) {
      const result = await client.collections(signal);
      for (const { name } of result?.collections ?? [])
        if (name.startsWith(toTeamPrefix(teamId))) await client.dropCollection(name, signal);
    },
  };
}
