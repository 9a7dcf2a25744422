import type { DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/settings";

/** Returns the default sync settings of a stream. */
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
