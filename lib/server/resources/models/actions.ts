import { and, eq } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { create, type TeamCallContext } from "../../access/calls/implement";
import { checkOrgProvider, requireProvider } from "../../access/plans/limits";
import type { Viewer } from "../../access/visibility/visible";
import { reembed } from "../../engine/knowledge/pipeline/removal/reembed";
import { decryptConfig, encryptConfig, mergeConfig } from "../../engine/models/config";
import { clearDefault, lockDefaults } from "../../engine/models/defaults";
import { lockModel, type ModelRow } from "../../engine/models/find-model";
import { toModelIdentity } from "../../engine/models/fingerprint";
import type { Tx } from "../../platform/db/client";
import { checkUnused, nameUser, toCopy } from "../../platform/db/query/edit";
import { models } from "../../platform/db/tables/models";
import { invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { releaseReferences } from "../references/release";
import { listUsers } from "../references/users";
import { checkIfRequired, completeFacts, type Form } from "./connection";

type Caller = Viewer & Pick<TeamCallContext, "team" | "db" | "write">;
type Creator = Viewer & Pick<TeamCallContext<"model">, "team" | "db" | "write">;

export async function createModel(caller: Creator, form: Form): Promise<string> {
  const facts = completeFacts(form);
  await checkOrgProvider(caller.db, caller.team.orgId, form.type, facts.modelType);
  const config = mergeConfig(form.type, form.config, {});
  const embeddingLength = await checkIfRequired(form, facts, config);
  const id = newId("model");
  const { name, type, model, params } = form;
  return insertAllowed(caller, {
    id,
    name,
    type,
    model,
    params,
    ...facts,
    embeddingLength,
    config: encryptConfig(caller.teamId, id, type, config),
  });
}

type NewModel = Omit<typeof models.$inferInsert, "teamId" | "createdBy">;

export async function insertModel(tx: Tx, row: typeof models.$inferInsert): Promise<string> {
  await tx.insert(models).values(row);
  return row.id;
}

const insertAllowed = (caller: Creator, row: NewModel): Promise<string> =>
  create(caller, "model", async (tx) => {
    await requireProvider(tx, caller.team.orgId, row.type as ProviderId, row.modelType);
    return insertModel(tx, { ...row, teamId: caller.teamId, createdBy: caller.accountId });
  });

/**
 * Updates the sent fields and tests the connection if it changed. Returns false when the row was edited meanwhile: no lock is
 * held during the test.
 */
export async function updateModel(caller: Caller, row: ModelRow, sent: Partial<Form>): Promise<boolean> {
  const type = row.type as ProviderId;
  if (sent.type !== undefined && sent.type !== type)
    throw invalidField("type", "The provider of a model can't be changed. Create another model instead.");
  const stored = decryptConfig(caller.teamId, row);
  const config = sent.config ? mergeConfig(type, sent.config, stored) : stored;
  const unchanged = {
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
    ...(renamed ? {} : unchanged),
    ...sent,
    model: sent.model ?? row.model,
    type,
    config,
  };
  const facts = completeFacts(form);
  await checkOrgProvider(caller.db, caller.team.orgId, type, facts.modelType);
  const other = facts.modelType !== row.modelType;
  if (other) await requireUnused(caller, row, facts.modelType, sent.modelType ? "modelType" : "model");
  const connectionChanged =
    renamed || JSON.stringify(config) !== JSON.stringify(stored) || facts.modelType !== row.modelType;
  const before = toModelIdentity({ type, model: row.model, config: stored });
  const isOtherModel = JSON.stringify(toModelIdentity({ type, model: form.model, config })) !== JSON.stringify(before);
  const embeddingLength = connectionChanged ? await checkIfRequired(form, facts, config) : facts.embeddingLength;
  return caller.write(async (tx) => {
    await requireProvider(tx, caller.team.orgId, type, facts.modelType);
    // Locks the team's row before the model's.
    if (other) await lockDefaults(tx, caller.teamId);
    const written = await tx
      .update(models)
      .set({
        name: form.name,
        model: form.model,
        params: form.params,
        ...facts,
        embeddingLength,
        config: encryptConfig(caller.teamId, row.id, type, config),
        version: row.version + 1,
        updatedBy: caller.accountId,
        dateUpdated: new Date(),
      })
      .where(and(eq(models.teamId, caller.teamId), eq(models.id, row.id), eq(models.version, row.version)))
      .returning({ id: models.id });
    if (other && written.length > 0) await clearDefault(tx, caller.teamId, row.id);
    if (isOtherModel && written.length > 0) await reembed(tx, caller.teamId, row.id);
    return written.length > 0;
  });
}

/** A model in use cannot change its type. */
async function requireUnused(caller: Caller, row: ModelRow, modelType: ModelRow["modelType"], path: string) {
  const [user] = await listUsers(caller.db, caller, "model", { ids: [row.id] });
  if (!user) return;
  const kind = modelType === "llm" ? "a chat" : "an embedding";
  throw invalidField(
    path,
    `This would make it ${kind} model, but the ${nameUser(user)} uses it. Create another model instead.`,
  );
}

/** A copy with the stored credentials, sealed for the new row. */
export async function duplicateModel(caller: Creator, row: ModelRow): Promise<string> {
  const id = newId("model");
  const config = encryptConfig(caller.teamId, id, row.type as ProviderId, decryptConfig(caller.teamId, row));
  return insertAllowed(caller, { ...toCopy(row, id, caller.accountId), config });
}

/** Deletes a model. Throws 409 naming what uses it, unless forced. */
export async function deleteModel(tx: Tx, caller: Viewer, id: string, force: boolean | undefined): Promise<void> {
  const { teamId } = caller;
  await clearDefault(tx, teamId, id);
  // Locked, so that no agent starts using it between the check and the deletion.
  await lockModel(tx, teamId, id);
  checkUnused(await listUsers(tx, caller, "model", { ids: [id] }), force);
  await releaseReferences(tx, teamId, "model", [id]);
  await tx.delete(models).where(and(eq(models.teamId, teamId), eq(models.id, id)));
}
