import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ProviderId } from "@/lib/constants/providers";
import type { providerForm } from "@/lib/contract/providers/schemas";
import type { AuditLog } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import { reembed } from "../../engine/knowledge/pipeline/removal/reembed";
import {
  type DecryptedConfig,
  decryptConfig,
  encryptConfig,
  isSameConnection,
  listFields,
  mergeConfig,
} from "../../engine/models/config";
import { getProvider, type ProviderRow } from "../../engine/models/find-model";
import { toModelIdentity } from "../../engine/models/fingerprint";
import type { Tx } from "../../platform/db/client";
import { checkUnused, lockRow } from "../../platform/db/query/edit";
import { models } from "../../platform/db/tables/models";
import { providers } from "../../platform/db/tables/providers";
import { invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { listUsers } from "../references/users";
import { findFreeName } from "./queries";

type Form = z.output<typeof providerForm>;
type Owner = Pick<typeof providers.$inferInsert, "teamId" | "createdBy">;

async function insertProvider(tx: Tx, owner: Owner, { name, type, config }: Form & { config: DecryptedConfig }) {
  const id = newId("provider");
  await tx
    .insert(providers)
    .values({ ...owner, id, name, type, config: encryptConfig(owner.teamId, id, type, config) });
  return id;
}

export function createProvider(tx: Tx, { teamId, accountId }: Viewer, form: Form): Promise<string> {
  const config = mergeConfig(listFields(form.type, "provider"), form.config, {});
  return insertProvider(tx, { teamId, createdBy: accountId }, { ...form, config });
}

/**
 * Returns the team's oldest connection with these credentials, or a new one. Waits for other transactions that do the same, so
 * that equal credentials are stored once. A created one is recorded in the audit log, if the caller has one.
 */
export async function findOrCreateProvider(
  tx: Tx,
  owner: Owner,
  type: ProviderId,
  config: DecryptedConfig,
  audit?: AuditLog<"modelProvider">,
): Promise<string> {
  const { teamId } = owner;
  await tx.execute(sql`select pg_advisory_xact_lock(10, hashtext(${teamId}))`);
  const rows = await tx
    .select()
    .from(providers)
    .where(and(eq(providers.teamId, teamId), eq(providers.type, type)))
    .orderBy(asc(providers.dateCreated), asc(providers.id))
    .for("key share");
  // Only after decryption: equal secrets are sealed differently.
  const same = rows.find((row) => isSameConnection(type, decryptConfig(row), config));
  if (same) return same.id;
  const id = await insertProvider(tx, owner, { name: await findFreeName(tx, teamId, type), type, config });
  audit?.record("modelProvider", id);
  return id;
}

/** Updates the sent fields. Returns false when the row was edited meanwhile. */
export async function updateProvider(
  tx: Tx,
  { teamId, accountId }: Viewer,
  row: ProviderRow,
  sent: Partial<Form>,
): Promise<boolean> {
  const type = row.type as ProviderId;
  if (sent.type !== undefined && sent.type !== type)
    throw invalidField("type", "A provider's type can't be changed. Create another provider instead.");
  const stored = decryptConfig(row);
  const config = sent.config ? mergeConfig(listFields(type, "provider"), sent.config, stored) : stored;
  const written = await tx
    .update(providers)
    .set({
      name: sent.name ?? row.name,
      config: encryptConfig(teamId, row.id, type, config),
      version: row.version + 1,
      updatedBy: accountId,
      dateUpdated: new Date(),
    })
    .where(and(eq(providers.teamId, teamId), eq(providers.id, row.id), eq(providers.version, row.version)))
    .returning({ id: providers.id });
  if (written.length > 0 && isOtherServer(type, stored, config)) await reembedModels(tx, teamId, row.id);
  return written.length > 0;
}

/** Whether the same names select other models there. */
const isOtherServer = (type: ProviderId, before: DecryptedConfig, after: DecryptedConfig): boolean =>
  toModelIdentity({ type, model: "", config: before }).deployment !==
  toModelIdentity({ type, model: "", config: after }).deployment;

async function reembedModels(tx: Tx, teamId: string, providerId: string): Promise<void> {
  const ids = await tx
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.providerId, providerId)))
    .orderBy(models.id);
  for (const { id } of ids) await reembed(tx, teamId, id);
}

/** Deletes a provider. Throws 409 naming the models that use it, unless forced: they then need another one. */
export async function deleteProvider(tx: Tx, viewer: Viewer, id: string, force: boolean | undefined): Promise<void> {
  const { teamId } = viewer;
  // Locked, so that no model starts using it between the check and the deletion.
  await lockRow(tx, providers, teamId, id);
  await getProvider(tx, teamId, id);
  checkUnused(await listUsers(tx, viewer, "provider", { ids: [id] }), force);
  await tx.delete(providers).where(and(eq(providers.teamId, teamId), eq(providers.id, id)));
}
