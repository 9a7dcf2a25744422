import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { guideName } from "@/lib/constants/demo";
import { Permission } from "@/lib/permissions/bits";
import type { AuditLog } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import type { Fetched } from "../../engine/knowledge/pipeline/work/documents";
import { hashText } from "../../engine/models/fingerprint";
import type { Tx } from "../../platform/db/client";
import { chunkingDefault, recordDocuments } from "../datasources/store/actions";
import { createDemoModel, findDemoModel } from "./demo-models";

const filename = "muster-guide.md";

/** Reads the guide to Muster, one section per question. */
export async function readGuide(): Promise<Fetched> {
  const text = await readFile(join(/* turbopackIgnore: true */ process.cwd(), "public", filename), "utf8");
  const bytes = Buffer.byteLength(text);
  return { key: filename, title: guideName, uri: null, content: { text }, contentHash: hashText(text), bytes };
}

const form = {
  name: guideName,
  description:
    "Answers questions about Muster: apps, agents, tasks, tools, documents, approvals, sharing, permissions, budgets, models and API keys.",
  chunking: { ...chunkingDefault, strategy: "markdown" as const },
};

/** Adds the guide as a data source, if the caller has the permissions. Returns its search tool, if added. */
export async function addGuide(
  tx: Tx,
  caller: Viewer,
  audit: AuditLog<"modelProvider" | "sampleEmbedding" | "sampleDatasource">,
  guide: Fetched,
): Promise<string[]> {
  const demoId = await findDemoModel(tx, caller.teamId, "embedding");
  const needed = [Permission.CREATE_DATASOURCE, ...(demoId ? [] : [Permission.CREATE_MODEL])];
  if (!needed.every((bit) => caller.permissions.has(bit))) return [];
  const embeddingModelId =
    demoId ?? audit.record("sampleEmbedding", await createDemoModel(tx, caller, "embedding", audit));
  // Started by no one: a notification that it is ready would only distract.
  const { id, toolId } = await recordDocuments(tx, caller, { ...form, embeddingModelId }, [guide], null);
  audit.record("sampleDatasource", id);
  return [toolId];
}
