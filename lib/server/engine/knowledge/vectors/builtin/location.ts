import { hostname } from "node:os";
import { join } from "node:path";
import { env } from "../../../../platform/env/env";
import { createOperatorOutbound } from "../../../../platform/outbound/instance";
import type { Outbound } from "../../../../platform/outbound/outbound";
import { singleton } from "../../../../platform/process/registry";
import { createLanceEngine, createLanceStore } from "../lance/store";
import { createQdrantBuiltinStore } from "../qdrant/builtin-store";
import type { BuiltinStore } from "../shared/types";

/** Where the server's own vectors are: a folder of one machine, or Qdrant. */
export type StoreLocation = { kind: "folder"; folder: string } | { kind: "qdrant"; url: string; apiKey?: string };

export const localFolder = (): string => join(/* turbopackIgnore: true */ env().DATA_DIR, "vectors");

/** The location that this process is configured to use. */
export function getLocation(): StoreLocation {
  const { VECTORS_URL: url, VECTORS_API_KEY: apiKey } = env();
  return url ? { kind: "qdrant", url, apiKey } : { kind: "folder", folder: localFolder() };
}

/** A location for the operator, without its key: also the text by which the database remembers it. */
export const describeLocation = (location: StoreLocation): string =>
  location.kind === "qdrant" ? `Qdrant at ${location.url}` : `the folder ${location.folder} on ${hostname()}`;

/** Keeps connections alive. Not shared by Next's two bundles, which have their own error classes. */
const outbounds = new Map<string, Outbound>();

function getOutbound(url: string): Outbound {
  const outbound = outbounds.get(url) ?? createOperatorOutbound(url);
  outbounds.set(url, outbound);
  return outbound;
}

/** Opens a location as it is. Next's two bundles share the engine of a folder. */
export function openLocation(location: StoreLocation): BuiltinStore {
  if (location.kind === "folder")
    return createLanceStore(singleton(`vectors ${location.folder}`, () => createLanceEngine(location.folder)));
  return createQdrantBuiltinStore({ ...location, outbound: getOutbound(location.url) });
}
