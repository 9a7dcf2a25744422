import { isObject } from "@/lib/utils/json/is-object";
import type { DiscoveredStream, StreamChoice } from "../shared/types";
import type { AirbyteStream } from "./answers";
import { landedName } from "./landing";

/** A JSON Schema type as one label: "string", "date-time", "string or integer". */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return "unknown";
  if (typeof schema.airbyte_type === "string") return schema.airbyte_type;
  if (typeof schema.format === "string") return schema.format;
  const types = [schema.type].flat().filter((type) => typeof type === "string" && type !== "null");
  return types.join(" or ") || "unknown";
}

/** Top-level fields of paths: nested ones land in one column. */
const atTop = (paths: string[][] | null | undefined): string[] => (paths ?? []).flatMap(([name]) => name ?? []);

const fullName = ({ name, namespace }: AirbyteStream): string => (namespace ? `${namespace}.${name}` : name);

export function streamOf(stream: AirbyteStream): DiscoveredStream {
  const fields = Object.entries(stream.jsonSchema?.properties ?? {});
  const modes = stream.supportedSyncModes ?? ["full_refresh"];
  const cursors = stream.sourceDefinedCursor
    ? (stream.defaultCursorField ?? [])
    : [...(stream.defaultCursorField ?? []), ...fields.map(([name]) => name)];
  return {
    name: fullName(stream),
    fields: fields.map(([name, schema]) => ({ name, type: typeOf(schema) })),
    primaryKeys: atTop(stream.sourceDefinedPrimaryKey),
    cursorFields: modes.includes("incremental") ? [...new Set(cursors)] : [],
    modes: modes.includes("incremental") ? ["full", "incremental"] : ["full"],
  };
}

export const findStream = (streams: AirbyteStream[], name: string): AirbyteStream | undefined =>
  streams.find((one) => fullName(one) === name);

/** The stream configuration of an Airbyte connection, and the name of its table. */
export function configurationOf(stream: AirbyteStream, choice: StreamChoice) {
  const keys = stream.sourceDefinedPrimaryKey?.length
    ? stream.sourceDefinedPrimaryKey
    : (choice.primaryKeys ?? []).map((name) => [name]);
  const incremental = keys.length > 0 ? "incremental_deduped_history" : "incremental_append";
  const cursor = choice.cursorField === undefined ? stream.defaultCursorField : [choice.cursorField];
  // Airbyte requires the cursor and primary key fields.
  const needed = [...atTop(keys), ...(cursor?.slice(0, 1) ?? [])];
  const selected = choice.fields && [...new Set([...choice.fields, ...needed])];
  const prefix = stream.namespace ? `${landedName(stream.namespace)}_` : "";
  return {
    table: `${prefix}${stream.name}`,
    keys: atTop(keys),
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
