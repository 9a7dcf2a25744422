import { isObject } from "@/lib/utils/json/is-object";
import type { DiscoveredStream, StreamChoice } from "../shared/types";
import { toLandedName } from "./landing";
import type { AirbyteStream } from "./responses";

/** A JSON Schema type as one label: "string", "date-time", "string or integer". */
function toTypeLabel(schema: unknown): string {
  if (!isObject(schema)) return "unknown";
  if (typeof schema.airbyte_type === "string") return schema.airbyte_type;
  if (typeof schema.format === "string") return schema.format;
  const all = Array.isArray(schema.type) ? schema.type : [schema.type];
  const types = all.filter((type) => typeof type === "string" && type !== "null");
  return types.join(" or ") || "unknown";
}

/** Top-level fields of paths: nested ones land in one column. */
const toTopLevelNames = (paths: string[][] | null | undefined): string[] =>
  (paths ?? []).flatMap(([name]) => name ?? []);

const toFullName = ({ name, namespace }: AirbyteStream): string => (namespace ? `${namespace}.${name}` : name);

export function toDiscoveredStream(stream: AirbyteStream): DiscoveredStream {
  const schemas = stream.jsonSchema?.properties ?? {};
  const names = Object.keys(schemas); // Entries of many properties take several times as long.
  const modes = stream.supportedSyncModes ?? ["full_refresh"];
  const cursors = stream.sourceDefinedCursor
    ? (stream.defaultCursorField ?? [])
    : [...(stream.defaultCursorField ?? []), ...names];
  return {
    name: toFullName(stream),
    fields: names.map((name) => ({ name, type: toTypeLabel(schemas[name]) })),
    primaryKeys: toTopLevelNames(stream.sourceDefinedPrimaryKey),
    cursorFields: modes.includes("incremental") ? [...new Set(cursors)] : [],
    modes: modes.includes("incremental") ? ["full", "incremental"] : ["full"],
  };
}

export const findStream = (streams: AirbyteStream[], name: string): AirbyteStream | undefined =>
  streams.find((one) => toFullName(one) === name);

/** The stream configuration of an Airbyte connection, and the name of its table. */
export function toStreamConfiguration(stream: AirbyteStream, choice: StreamChoice) {
  const keys = stream.sourceDefinedPrimaryKey?.length
    ? stream.sourceDefinedPrimaryKey
    : (choice.primaryKeys ?? []).map((name) => [name]);
  const incremental = keys.length > 0 ? "incremental_deduped_history" : "incremental_append";
  const cursor = choice.cursorField === undefined ? stream.defaultCursorField : [choice.cursorField];
  // Airbyte requires the cursor and primary key fields.
  const required = [...toTopLevelNames(keys), ...(cursor?.slice(0, 1) ?? [])];
  const selected = choice.fields && [...new Set([...choice.fields, ...required])];
  const prefix = stream.namespace ? `${toLandedName(stream.namespace)}_` : "";
  return {
    table: `${prefix}${stream.name}`,
    keys: toTopLevelNames(keys),
    prefix,
    configuration: {
      name: stream.name,
      ...(stream.namespace && { namespace: stream.namespace }),
      syncMode: choice.mode === "full" ? "full_refresh_overwrite" : incremental,
      ...(keys.length > 0 && { primaryKey: keys }),
      ...(choice.mode === "incremental" && !stream.sourceDefinedCursor && cursor?.length && { cursorField: cursor }),
      ...(selected && { selectedFields: selected.map((name) => ({ fieldPath: [name] })) }),
    },
  };
}
