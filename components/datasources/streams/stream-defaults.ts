import type { DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/schemas";

/** How a stream is read unless somebody says otherwise. */
export function streamDefaults({ name, modes, cursorFields }: DiscoveredStream): StreamConfig {
  const incremental = modes.includes("incremental");
  return {
    name,
    fields: [],
    primaryKeys: [],
    cursorField: incremental ? (cursorFields[0] ?? null) : null,
    mode: incremental ? "incremental" : "full",
  };
}
