import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject } from "@/lib/utils/is-object";
import { jsonCounter } from "../../../outbound/json-counter";
import { ToolError } from "../tool-error";

/** JSON's objects, lists and values, and lines of streams, of all answers of one connection together. */
const maxEntries = 30_000;
/** Of a list of messages, as older versions of the protocol have it: the client checks all of them in one turn. */
const maxBatchEntries = 5_000;
/** Of a list that the client checks entry by entry. */
const maxListLength = 1_000;

/**
 * Counts what a server sends over one connection: the client reads it on this thread, and each entry costs it far more than its
 * bytes. Gives a counter for each answer, which throws a `ToolError`.
 */
export function entryCounter(host: string): (ofEvents: boolean) => (piece: Uint8Array) => void {
  let entries = 0;
  return (ofEvents) => {
    const count = jsonCounter({ ofEvents });
    let before = 0;
    let isBatch: boolean | undefined;
    return (piece) => {
      isBatch ??= ofEvents ? false : startsList(piece);
      const now = count(piece).entries;
      if (isBatch && now > maxBatchEntries)
        throw new ToolError(
          `${host} sent a list of messages with more than the ${maxBatchEntries.toLocaleString("en")} values that are accepted.`,
        );
      entries += now - before;
      before = now;
      if (entries > maxEntries)
        throw new ToolError(`${host} sent more than the ${maxEntries.toLocaleString("en")} values that are accepted.`);
    };
  };
}

const space = new Set(Buffer.from(" \t\r\n"));
const listStart = "[".charCodeAt(0);

/** Whether JSON that begins with this piece is a list; undefined while there is nothing but space. */
function startsList(piece: Uint8Array): boolean | undefined {
  const first = piece.find((byte) => !space.has(byte));
  return first === undefined ? undefined : first === listStart;
}

/** What is read of contents and tools. The client checks everything else in them too, some of it once for each kind there is. */
const contentFields = ["type", "text", "data", "mimeType", "uri", "name", "resource"];
const resourceFields = ["uri", "text", "mimeType", "blob"];
const toolFields = ["name", "title", "description", "inputSchema", "annotations"];
const annotationFields = ["title", "readOnlyHint", "destructiveHint"];

function pick(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
}

const pickIn = (value: unknown, part: string, names: readonly string[]): unknown =>
  isObject(value) && Object.hasOwn(value, part) ? { ...value, [part]: pick(value[part], names) } : value;

/**
 * Takes out of a message what is not read here, before the client checks it. Throws a `ToolError` where it has a long list of
 * contents, of tools or of anything else that the client checks.
 */
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
    result.content = content.map((one) => pickIn(pick(one, contentFields), "resource", resourceFields));
  if (Array.isArray(tools))
    result.tools = tools.map((one) => pickIn(pick(one, toolFields), "annotations", annotationFields));
}
