import { expect, vi } from "vitest";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { datasources } from "@/lib/contract/datasources/schemas";
import type { KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { documents } from "@/lib/contract/documents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { callAs, expectOk, type Person } from "./client";

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
export const atDatasource = (person: Person, datasourceId: string) => ({
  token: person.token,
  params: { resourceSlug: person.slug, datasourceId },
});

/** The offline embedding model. */
export async function newEmbedding(person: Person): Promise<string> {
  const body = { name: "Embeddings", type: "demo", model: "demo-embed", modelType: "embedding" };
  return String((await expectOk(callAs(models.add, { ...to(person), body })))._id);
}

export type Files = Record<string, string | Uint8Array>;

/** `name`: that of the files' field. */
export function formOf(files: Files, fields: Record<string, string> = {}, name = "file"): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  for (const [path, data] of Object.entries(files)) form.append(name, new Blob([data as BlobPart]), path);
  return form;
}

/** Uploads files as a new datasource, or to one. */
export async function upload(person: Person, files: Files, fields: Record<string, string> = {}) {
  const own = fields.datasourceId ? fields : { embeddingModelId: await newEmbedding(person), ...fields };
  const { _id, toolId } = await expectOk(callAs(datasources.upload, { ...to(person), body: formOf(files, own) }));
  return { datasourceId: String(_id), toolId: String(toolId) };
}

export const viewOf = async (person: Person, datasourceId: string): Promise<Datasource> =>
  (await expectOk(callAs(datasources.get, atDatasource(person, datasourceId)))).datasource as Datasource;

/** Waits until nothing of it is under way any more. */
export async function ready(person: Person, datasourceId: string, timeout = 30_000): Promise<Datasource> {
  return vi.waitFor(
    async () => {
      const found = await viewOf(person, datasourceId);
      expect(["ready", "error"]).toContain(found.status);
      return found;
    },
    { timeout, interval: 50 },
  );
}

export async function documentsOf(person: Person, datasourceId: string): Promise<KnowledgeDocument[]> {
  const call = { ...to(person), query: { datasourceId, limit: 100, sort: "name" as const } };
  return (await expectOk(callAs(documents.list, call))).documents as KnowledgeDocument[];
}

/** What a question finds. */
export const ask = (person: Person, datasourceId: string, query: string, retriever: Record<string, unknown> = {}) =>
  expectOk(callAs(datasources.query, { ...atDatasource(person, datasourceId), body: { query, retriever } }));
