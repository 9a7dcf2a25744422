import { and, desc, eq, ne } from "drizzle-orm";
import { findCatalogueModel } from "@/lib/constants/models";
import type { AuditLog } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { models } from "../../platform/db/tables/models";
import { newId } from "../../platform/ids/ids";
import { insertModel } from "../models/actions";
import { findOrCreateProvider } from "../providers/actions";

const demoModels = {
  llm: { name: "Offline demo", model: "demo-chat" },
  embedding: { name: "Offline embeddings", model: "demo-embed" },
} as const;
type ModelType = keyof typeof demoModels;

/** The team's newest demo model of this type. */
export async function findDemoModel(tx: Tx, teamId: string, modelType: ModelType): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.type, "demo"), eq(models.modelType, modelType)))
    .orderBy(desc(models.id))
    .limit(1);
  return row?.id;
}

/** The team's chat models of other providers. */
export async function listOwnModels(tx: Tx, teamId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.teamId, teamId), ne(models.type, "demo"), eq(models.modelType, "llm")));
  return rows.map(({ id }) => id);
}

export async function createDemoModel(
  tx: Tx,
  { teamId, accountId }: Viewer,
  modelType: ModelType,
  audit: AuditLog<"modelProvider">,
): Promise<string> {
  const providerId = await findOrCreateProvider(tx, { teamId, createdBy: accountId }, "demo", {}, audit);
  const { contextWindow = 8_192, embeddingLength = null } =
    findCatalogueModel("demo", demoModels[modelType].model) ?? {};
  return insertModel(tx, {
    ...demoModels[modelType],
    id: newId("model"),
    teamId,
    createdBy: accountId,
    providerId,
    type: "demo",
    modelType,
    contextWindow,
    embeddingLength,
    inputPrice: 0,
    outputPrice: 0,
  });
}
