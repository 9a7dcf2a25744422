import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { findCatalogueModel } from "@/lib/constants/models";
import type { ProviderId } from "@/lib/constants/providers";
import { providers } from "@/lib/constants/providers";
import type { modelForm, modelSchema } from "@/lib/contract/models";
import { expectProvider, requireProvider } from "../billing/limits";
import { remakeVectors } from "../datasources/service";
import type { Db } from "../db/client";
import { copyOf } from "../db/edit";
import { newId } from "../db/ids";
import { AppError, invalidField } from "../http/errors";
import { identityOf } from "../knowledge/embedding/fingerprint";
import { outbound } from "../outbound/instance";
import { maskConfig, mergeConfig, type OpenConfig, openConfig, sealConfig, secretsOf } from "./config";
import { forgetDefault, lockDefaults } from "./defaults";
import { checkConnection } from "./providers/check";
import type { ModelSettings } from "./providers/settings";
import { type ModelRow, modelOf, type ShownModel, usersOfModel } from "./queries";
import { models } from "./table";

type Form = z.output<typeof modelForm>;
type Place = { teamId: string; orgId: string; accountId: string };

/** What a read shows of a model: secrets masked. */
export function modelView(
  teamId: string,
  { model: row, usedBy = 0, updatedByName = null }: Pick<ShownModel, "model"> & Partial<ShownModel>,
): z.input<typeof modelSchema> {
  const type = row.type as ProviderId;
  const {
    id,
    name,
    model,
    modelType,
    embeddingLength,
    contextWindow,
    knowledgeCutoff,
    inputPrice,
    outputPrice,
    params,
    version,
    dateCreated,
    dateUpdated,
  } = row;
  const config = maskConfig(type, openConfig(teamId, row));
  return {
    _id: id,
    name,
    type,
    model,
    modelType,
    embeddingLength,
    contextWindow,
    knowledgeCutoff,
    inputPrice,
    outputPrice,
    params,
    config,
    usedBy,
    updatedByName,
    version,
    dateCreated,
    dateUpdated,
  };
}

interface Facts {
  modelType: "llm" | "embedding";
  contextWindow: number;
  embeddingLength: number | null;
  knowledgeCutoff: string | null;
  inputPrice: number | null;
  outputPrice: number | null;
}

/** What the form leaves out comes from the catalogue; another name is an 8,192-token llm unless the form says otherwise. */
export function factsOf(form: Pick<Form, "type" | "model"> & Partial<Form>): Facts {
  const known = findCatalogueModel(form.type, form.model);
  return {
    modelType: form.modelType ?? known?.modelType ?? "llm",
    contextWindow: form.contextWindow ?? known?.contextWindow ?? 8_192,
    embeddingLength: form.embeddingLength ?? known?.embeddingLength ?? null,
    knowledgeCutoff: known?.knowledgeCutoff ?? null,
    inputPrice: form.inputPrice === undefined ? (known?.inputPrice ?? null) : form.inputPrice,
    outputPrice: form.outputPrice === undefined ? (known?.outputPrice ?? null) : form.outputPrice,
  };
}

export const check = (type: ProviderId, model: string, modelType: "llm" | "embedding", config: OpenConfig) =>
  checkConnection(
    { type, model, config },
    modelType,
    outbound().fetchWith({ headersTimeoutMs: 15_000, maxJsonEntries: 100_000 }),
    secretsOf(type, config),
  );

/** Calls the model where its provider needs that, and answers the embedding length that came back. */
async function checked(form: Form, facts: Facts, config: OpenConfig): Promise<number | null> {
  if (!providers[form.type].needsCheck) return facts.embeddingLength;
  const result = await check(form.type, form.model, facts.modelType, config);
  if (result.ok) return result.embeddingLength ?? facts.embeddingLength;
  if (form.force) return facts.embeddingLength;
  throw new AppError("invalid", result.message, {
    issues: [{ path: "model", message: result.message }],
    data: { check: false },
  });
}

export async function addModel(db: Db, place: Place, form: Form): Promise<string> {
  const facts = factsOf(form);
  await expectProvider(db, place.orgId, form.type, facts.modelType);
  const config = mergeConfig(form.type, form.config, {});
  const embeddingLength = await checked(form, facts, config);
  const id = newId("model");
  const { name, type, model, params } = form;
  return insertModel(db, place, {
    ...{ id, name, type, model, params, ...facts, embeddingLength },
    config: sealConfig(place.teamId, id, type, config),
  });
}

type NewModel = Omit<typeof models.$inferInsert, "teamId" | "createdBy">;

const insertModel = (db: Db, { teamId, orgId, accountId }: Place, row: NewModel): Promise<string> =>
  db.transaction(async (tx) => {
    await requireProvider(tx, orgId, row.type as ProviderId, row.modelType);
    await tx.insert(models).values({ ...row, teamId, createdBy: accountId });
    return row.id;
  });

/** With its credentials in clear, in memory only: so that the audit log notices a changed one. */
export const auditedModel = (row: ModelRow): object => ({ ...row, config: openConfig(row.teamId, row) });

/**
 * Only what is sent changes; the connection is checked again when anything of it did. False when the row was edited
 * meanwhile: the check may take long, so no lock is held for it.
 */
export async function editModel(db: Db, place: Place, row: ModelRow, sent: Partial<Form>): Promise<boolean> {
  const type = row.type as ProviderId;
  if (sent.type !== undefined && sent.type !== type)
    throw invalidField("type", "The provider of a model cannot change. Add another model.");
  const stored = openConfig(place.teamId, row);
  const config = sent.config ? mergeConfig(type, sent.config, stored) : stored;
  const kept = {
    modelType: row.modelType,
    contextWindow: row.contextWindow ?? undefined,
    embeddingLength: row.embeddingLength ?? undefined,
    inputPrice: row.inputPrice,
    outputPrice: row.outputPrice,
  };
  const renamed = sent.model !== undefined && sent.model !== row.model;
  const form: Form = {
    name: row.name,
    params: row.params,
    ...(renamed ? {} : kept),
    ...sent,
    model: sent.model ?? row.model,
    type,
    config,
  };
  const facts = factsOf(form);
  await expectProvider(db, place.orgId, type, facts.modelType);
  const other = facts.modelType !== row.modelType;
  if (other) await requireUnused(db, place.teamId, row, facts.modelType, sent.modelType ? "modelType" : "model");
  const touched = renamed || JSON.stringify(config) !== JSON.stringify(stored) || facts.modelType !== row.modelType;
  const before = identityOf({ type, model: row.model, config: stored });
  const isAnother = JSON.stringify(identityOf({ type, model: form.model, config })) !== JSON.stringify(before);
  const embeddingLength = touched ? await checked(form, facts, config) : facts.embeddingLength;
  return db.transaction(async (tx) => {
    await requireProvider(tx, place.orgId, type, facts.modelType);
    // The team's row before the model's.
    if (other) await lockDefaults(tx, place.teamId);
    const written = await tx
      .update(models)
      .set({
        name: form.name,
        model: form.model,
        params: form.params,
        ...facts,
        embeddingLength,
        config: sealConfig(place.teamId, row.id, type, config),
        version: row.version + 1,
        updatedBy: place.accountId,
        dateUpdated: new Date(),
      })
      .where(and(eq(models.teamId, place.teamId), eq(models.id, row.id), eq(models.version, row.version)))
      .returning({ id: models.id });
    if (other && written.length > 0) await forgetDefault(tx, place.teamId, row.id);
    if (isAnother && written.length > 0) await remakeVectors(tx, place.teamId, row.id);
    return written.length > 0;
  });
}

/** A model that agents use cannot become one of the other kind under them. */
async function requireUnused(db: Db, teamId: string, row: ModelRow, modelType: ModelRow["modelType"], path: string) {
  const [user] = await usersOfModel(db, teamId, row.id);
  if (!user) return;
  const kind = modelType === "llm" ? "a chat" : "an embedding";
  throw invalidField(
    path,
    `This would make it ${kind} model, but the ${user.type} "${user.name}" uses it. Add another model.`,
  );
}

/** A copy with its stored credentials, sealed for the new row. */
export async function duplicateModel(db: Db, place: Place, row: ModelRow): Promise<string> {
  const id = newId("model");
  const config = sealConfig(place.teamId, id, row.type as ProviderId, openConfig(place.teamId, row));
  return insertModel(db, place, { ...copyOf(row, id, place.accountId), config });
}

/** The config that a test without saving uses: the form's, with the secrets of a stored model where masks were sent. */
export async function configForTest(
  db: Db,
  teamId: string,
  form: { type: ProviderId; config: Record<string, unknown>; modelId?: string },
): Promise<OpenConfig> {
  const row = form.modelId ? await modelOf(db, teamId, form.modelId) : undefined;
  return mergeConfig(form.type, form.config, row?.type === form.type ? openConfig(teamId, row) : {});
}

/** The team's newest offline chat model, which the sample uses. */
export async function demoModelOf(db: Pick<Db, "select">, teamId: string): Promise<ModelRow | undefined> {
  const [row] = await db
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.type, "demo"), eq(models.modelType, "llm")))
    .orderBy(desc(models.id))
    .limit(1);
  return row;
}

/** What the engine calls a stored model with, and the secrets to cut out of what its provider says. */
export function callable(row: ModelRow): { settings: ModelSettings; secrets: string[] } {
  const type = row.type as ProviderId;
  const config = openConfig(row.teamId, row);
  const settings = { type, model: row.model, config, contextWindow: row.contextWindow ?? undefined };
  return { settings, secrets: secretsOf(type, config) };
}
