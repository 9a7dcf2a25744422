import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject } from "@/lib/utils/json/is-object";
import { createJsonCounter } from "../../../../platform/outbound/json-counter";
import { ToolError } from "../shared/tool-error";

/** JSON entries and stream lines, of all responses of a connection together. */
const maxEntries = 30_000;
/** Of the responses before the protocol version is agreed: the client validates each entry of them. */
const maxGreetingEntries = 5_000;
/** Of a batch of messages in older protocol versions: the client validates it synchronously. */
const maxBatchEntries = 5_000;
/** Of a list that the client validates entry by entry. */
const maxListLength = 1_000;

/**
 * Counts what a server sends over a connection: the client parses it on this thread, at a cost per entry far beyond its bytes.
 * Returns a counter per response, which throws a `ToolError`.
 */
export function createEntryCounter(connection: {
  readonly host: string;
  readonly initialized: boolean;
}): (ofEvents: boolean) => (piece: Uint8Array) => void {
  const { host } = connection;
  let entries = 0;
  return (ofEvents) => {
    const count = createJsonCounter({ ofEvents });
    let before = 0;
    let isBatch: boolean | undefined;
    return (piece) => {
      isBatch ??= ofEvents ? false : startsList(piece);
      const now = count(piece).entries;
      if (isBatch && now > maxBatchEntries)
        throw new ToolError(
          `${host} sent a list of messages with more than the maximum of ${maxBatchEntries.toLocaleString("en")} values.`,
        );
      entries += now - before;
      before = now;
      const max = connection.initialized ? maxEntries : maxGreetingEntries;
      if (entries > max)
        throw new ToolError(`${host} sent more than the maximum of ${max.toLocaleString("en")} values.`);
    };
  };
}

const space = new Set(Buffer.from(" \t\r\n"));
const listStart = "[".charCodeAt(0);

/** Whether JSON starts with a list; undefined while there is only white space. */
function startsList(piece: Uint8Array): boolean | undefined {
  const first = piece.find((byte) => !space.has(byte));
  return first === undefined ? undefined : first === listStart;
}

/** The used fields of contents and tools. The client would validate all others, some of them repeatedly. */
const contentFields = ["type", "text", "data", "mimeType", "uri", "name", "resource"];
const resourceFields = ["uri", "text", "mimeType", "blob"];
const toolFields = ["name", "title", "description", "inputSchema", "annotations"];
const annotationFields = ["title", "readOnlyHint", "destructiveHint"];

function pickFields(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
}

const pickFieldsIn = (value: unknown, part: string, names: readonly string[]): unknown =>
  isObject(value) && Object.hasOwn(value, part) ? { ...value, [part]: pickFields(value[part], names) } : value;

/**
 * Returns a tool with the used fields only. Of required names only strings are kept, because the client reports each other
 * value at length.
 */
function pickTool(tool: unknown): unknown {
  const picked = pickFieldsIn(pickFields(tool, toolFields), "annotations", annotationFields);
  if (!isObject(picked) || !isObject(picked.inputSchema) || !Array.isArray(picked.inputSchema.required)) return picked;
  const required = picked.inputSchema.required.filter((name) => typeof name === "string");
  return { ...picked, inputSchema: { ...picked.inputSchema, required } };
}

/** Removes unused fields from a message before the client validates it. Throws a `ToolError` for lists that are too long. */
export function boundMessage(message: JSONRPCMessage, host: string): void {
  const { result, params } = message as { result?: unknown; params?: unknown };
  for (const part of [result, params]) {
    if (!isObject(part)) continue;
    for (const [name, value] of Object.entries(part)) {
      if (!Array.isArray(value) || value.length <= maxListLength || name === "structuredContent") continue;
      throw new ToolError(`${host} sent a list of more than ${maxListLength.toLocaleString("en")} entries.`);
    }
  }
  if (!isObject(result)) return;
  const { content, tools } = result;
  if (Array.isArray(content))
    result.content = content.map((one) => pickFieldsIn(pickFields(one, contentFields), "resource", resourceFields));
  if (Array.isArray(tools)) result.tools = tools.map(pickTool);
}
