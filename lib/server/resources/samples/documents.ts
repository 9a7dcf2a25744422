import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Permission } from "@/lib/permissions/bits";
import type { AuditLog } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import type { Fetched } from "../../engine/knowledge/pipeline/work/documents";
import { hashText } from "../../engine/models/fingerprint";
import type { Tx } from "../../platform/db/client";
import { chunkingDefault, recordDocuments } from "../datasources/store/actions";
import { createDemoModel, findDemoModel } from "./demo-models";

const toPath = (path: string) => join(/* turbopackIgnore: true */ process.cwd(), "public", path);

/** Reads a Markdown file in `public`. */
export const readText = (path: string): Promise<string> => readFile(toPath(path), "utf8");

export function toDocument(key: string, title: string, text: string): Fetched {
  return { key, title, uri: null, content: { text }, contentHash: hashText(text), bytes: Buffer.byteLength(text) };
}

/** Reads the Markdown files in a folder in `public`. The first line of each is its title. */
export async function readDocuments(folder: string): Promise<Fetched[]> {
  const names = (await readdir(toPath(folder))).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readText(join(folder, name));
      const [heading = ""] = text.split("\n", 1);
      return toDocument(name, heading.slice(2), text.slice(heading.length).trim());
    }),
  );
}

interface SampleSource {
  name: string;
  description: string;
}

/** Adds documents as a data source with offline embeddings. Returns undefined if the caller lacks the permissions. */
export async function addDocuments(
  tx: Tx,
  caller: Viewer,
  audit: AuditLog<"modelProvider" | "sampleEmbedding" | "sampleDatasource">,
  source: SampleSource,
  found: Fetched[],
): Promise<{ id: string; toolId: string } | undefined> {
  const demoId = await findDemoModel(tx, caller.teamId, "embedding");
  const needed = [Permission.CREATE_DATASOURCE, ...(demoId ? [] : [Permission.CREATE_MODEL])];
  if (!needed.every((bit) => caller.permissions.has(bit))) return undefined;
  const embeddingModelId =
    demoId ?? audit.record("sampleEmbedding", await createDemoModel(tx, caller, "embedding", audit));
  const form = { ...source, embeddingModelId, chunking: { ...chunkingDefault, strategy: "markdown" as const } };
  // Started by no one: a notification that it is ready would only distract.
  const { id, toolId } = await recordDocuments(tx, caller, form, found, null);
  audit.record("sampleDatasource", id);
  return { id, toolId };
}
