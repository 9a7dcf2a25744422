import type { ProviderId } from "@/lib/constants/providers";
import { providers } from "@/lib/constants/providers";
import type { Viewer } from "../../access/visibility/visible";
import { toModelConfig } from "../../engine/models/callable";
import { type DecryptedConfig, decryptConfig, isSameConnection, mergeConfig } from "../../engine/models/config";
import { type ConnectedModel, getProvider } from "../../engine/models/find-model";
import type { Reader } from "../../platform/db/client";
import { invalidField } from "../../platform/errors/errors";
import { findReferenceIssues, throwIssues } from "../references/check";

interface Sent {
  providerId?: string | undefined;
  type?: ProviderId | undefined;
  config?: Record<string, unknown> | undefined;
}

/** The provider that a form refers to. */
export interface Connection {
  type: ProviderId;
  /** The credentials and the model's own fields. */
  config: DecryptedConfig;
  /** The connection; undefined: one with these credentials is found or created. Null: none, as before. */
  providerId: string | null | undefined;
}

const refuseType = () => invalidField("type", "A model's provider can't be changed. Create another model instead.");

/** Throws 400 unless the provider belongs to the team. */
export const requireProviderOfTeam = async (db: Reader, viewer: Viewer, providerId: string | null | undefined) =>
  throwIssues(await findReferenceIssues(db, viewer, "model", { providerId }));

/**
 * Resolves a form's provider, given by its id or by type and credentials, together with the stored model's. A test may be of
 * another type than the stored model.
 */
export async function resolveConnection(
  db: Reader,
  viewer: Viewer,
  sent: Sent,
  stored?: ConnectedModel,
): Promise<Connection> {
  if (sent.providerId !== undefined) return resolveChosen(db, viewer, { ...sent, providerId: sent.providerId }, stored);
  const type = sent.type ?? (stored?.model.type as ProviderId | undefined);
  if (type === undefined) throw invalidField("type", "Choose a provider.");
  if (stored && type !== stored.model.type) throw refuseType();
  const storedConfig = stored ? toModelConfig(stored) : {};
  const providerId = stored?.model.providerId;
  if (!sent.config && stored) return { type, config: storedConfig, providerId };
  const config = mergeConfig(providers[type].fields, sent.config ?? {}, storedConfig);
  const isSame = providerId && isSameConnection(type, config, storedConfig);
  return { type, config, providerId: isSame ? providerId : undefined };
}

async function resolveChosen(
  db: Reader,
  viewer: Viewer,
  { providerId, type: sentType, config: sentConfig = {} }: Sent & { providerId: string },
  stored?: ConnectedModel,
): Promise<Connection> {
  await requireProviderOfTeam(db, viewer, providerId);
  const provider = await getProvider(db, viewer.teamId, providerId);
  const type = provider.type as ProviderId;
  if (sentType !== undefined && sentType !== type)
    throw invalidField(
      "type",
      `This provider's type is ${providers[type].title}. Choose a provider with the type you sent.`,
    );
  if (stored && stored.model.type !== type) throw refuseType();
  const connection = decryptConfig(provider);
  const own = stored ? stored.model.config : {};
  const config = mergeConfig(providers[type].fields, sentConfig, { ...(own as DecryptedConfig), ...connection });
  if (!isSameConnection(type, config, connection))
    throw invalidField("config", `Change the credentials in the provider “${provider.name}” instead.`);
  return { type, config, providerId };
}
