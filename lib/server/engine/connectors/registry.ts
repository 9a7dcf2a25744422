import { AppError } from "../../platform/errors/errors";
import type { Connector, SourceId } from "./shared/types";

/** Loaded on first use: the services' client libraries are large. */
const loaders: Partial<Record<SourceId, () => Promise<Connector>>> = {
  google_drive: async () => (await import("./google-drive/connector")).googleDrive,
  onedrive: async () => (await import("./onedrive/connector")).onedrive,
  bigquery: async () => (await import("./bigquery/connector")).bigquery,
  hubspot: async () => (await import("./hubspot/connector")).hubspot,
  airtable: async () => (await import("./airtable/connector")).airtable,
  notion: async () => (await import("./notion/connector")).notion,
  postgres: async () => (await import("./postgres/connector")).postgres,
  website: async () => (await import("./website/connector")).website,
};

export const sourceIds = Object.keys(loaders) as SourceId[];

export const isSourceId = (id: string): id is SourceId => Object.hasOwn(loaders, id);

/** Returns the connector of a source type. Throws 400 for unknown ones. */
export async function loadConnector(id: string): Promise<Connector> {
  const loader = isSourceId(id) ? loaders[id] : undefined;
  if (!loader) throw new AppError("invalid", "This connector isn't supported.");
  return loader();
}
