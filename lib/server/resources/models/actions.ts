import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ProviderId } from "@/lib/constants/providers";
import type { modelForm } from "@/lib/contract/models/schemas";
import { type AuditLog, create, type TeamCallContext } from "../../access/calls/implement";
import { checkOrgProvider, requireProvider } from "../../access/plans/limits";
import type { Viewer } from "../../access/visibility/visible";
import { reembed } from "../../engine/knowledge/pipeline/removal/reembed";
import { toModelConfig } from "../../engine/models/callable";
import { decryptConfig, pickConfig } from "../../engine/models/config";
import { clearDefault, lockDefaults } from "../../engine/models/defaults";
import { type ConnectedModel, lockModel, type ModelRow } from "../../engine/models/find-model";
import { toModelIdentity } from "../../engine/models/fingerprint";
import type { Tx } from "../../platform/db/client";
import { checkUnused, nameUser, toCopy } from "../../platform/db/query/edit";
import { models } from "../../platform/db/tables/models";
import { invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { guardWrite } from "../gate/service";
import { findOrCreateProvider } from "../providers/actions";
import { releaseReferences } from "../references/release";
import { listUsers } from "../references/users";
import { checkIfRequired, completeFacts, type Form } from "./connection";
import { type Connection, requireProviderOfTeam, resolveConnection } from "./sent-form";

type Caller = Viewer & Pick<TeamCallContext<"modelProvider">, "team" | "db" | "write" | "principal" | "signal">;
type Creator = Viewer & Pick<TeamCallContext<"model" | "modelProvider">, "team" | "db" | "write">;
type Sent = z.output<typeof modelForm>;

export async function createModel(caller: Creator, sent: Sent): Promise<string> {
  const connection = await resolveConnection(caller.db, caller, sent);
  const { type, config } = connection;
  const { name, model, params, force } = sent;
  const facts = completeFacts({ ...sent, type });
  await checkOrgProvider(caller.db, caller.team.orgId, type, facts.modelType);
  const tested = await checkIfRequired({ type, model, config }, facts, force);
  return caller.write(async (tx, audit) => {
    await requireProvider(tx, caller.team.orgId, type, facts.modelType);
    const providerId = await connect(tx, caller, connection, audit);
    const own = { id: newId("model"), teamId: caller.teamId, createdBy: caller.accountId, providerId };
    const row = { ...own, name, type, model, params, ...facts, ...tested, config: pickConfig(type, "model", config) };
    return audit.record("model", await insertModel(tx, row));
  });
}

export async function insertModel(tx: Tx, row: typeof models.$inferInsert): Promise<string> {
  await tx.insert(models).values(row);
  return row.id;
}

/** Returns the id of a form's connection, which is found or created by its credentials unless it was chosen. */
async function connect(
  tx: Tx,
  caller: Viewer,
  { type, config, providerId }: Connection,
  audit: AuditLog<"modelProvider">,
): Promise<string | null> {
  if (providerId === undefined)
    return findOrCreateProvider(tx, { teamId: caller.teamId, createdBy: caller.accountId }, type, config, audit);
  await requireProviderOfTeam(tx, caller, providerId);
  return providerId;
}

/**
 * Updates the sent fields and tests the connection if it changed. Returns false when the row was edited meanwhile: no lock is
 * held during the test.
 */
export async function updateModel(
  caller: Caller,
  stored: ConnectedModel,
  { reason, ...sent }: Partial<Sent> & { reason?: string | undefined },
): Promise<boolean> {
  const { model: row } = stored;
  const connection = await resolveConnection(caller.db, caller, sent, stored);
  const { type, config } = connection;
  const storedConfig = toModelConfig(stored);
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
  const connectionChanged = renamed || !isDeepStrictEqual(config, storedConfig) || other;
  const before = toModelIdentity({ type, model: row.model, config: storedConfig });
  const isOtherModel = !isDeepStrictEqual(toModelIdentity({ type, model: form.model, config }), before);
  const tested = connectionChanged
    ? await checkIfRequired({ type, model: form.model, config }, facts, form.force)
    : { embeddingLength: facts.embeddingLength };
  const settings = { model: form.model, params: form.params, config: pickConfig(type, "model", config) };
  const { model, params, config: own } = row;
  const change = { models: { [row.id]: settings } };
  // Before the transaction that saves it: tests run with settings that are not saved yet.
  const override = isDeepStrictEqual(settings, { model, params, config: own })
    ? row.override
    : await guardWrite(caller, { force: reason !== undefined, reason }, (tx, gate) => gate(tx, caller.teamId, change));
  return caller.write(async (tx, audit) => {
    await requireProvider(tx, caller.team.orgId, type, facts.modelType);
    const providerId = await connect(tx, caller, connection, audit);
    // Locks the team's row before the model's.
    if (other) await lockDefaults(tx, caller.teamId);
    const written = await tx
      .update(models)
      .set({
        ...settings,
        override,
        name: form.name,
        ...facts,
        ...tested,
        providerId,
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

/** A copy that uses the same provider. */
export const duplicateModel = (
  caller: Viewer & Pick<TeamCallContext<"model">, "team" | "write">,
  row: ModelRow,
): Promise<string> =>
  create(caller, "model", async (tx) => {
    await requireProvider(tx, caller.team.orgId, row.type as ProviderId, row.modelType);
    await requireProviderOfTeam(tx, caller, row.providerId);
    return insertModel(tx, toCopy(row, newId("model"), caller.accountId));
  });

/** Moves the credentials of a model from before there were connections. It has then the same ones as before. */
export async function moveCredentials(tx: Tx, row: ModelRow): Promise<void> {
  const type = row.type as ProviderId;
  const owner = { teamId: row.teamId, createdBy: row.createdBy };
  const providerId = await findOrCreateProvider(tx, owner, type, decryptConfig(row, "model"));
  await tx
    .update(models)
    .set({ providerId, config: pickConfig(type, "model", row.config) })
    .where(and(eq(models.teamId, row.teamId), eq(models.id, row.id)));
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
