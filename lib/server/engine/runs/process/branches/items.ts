import { itemNumberVariable, itemVariable } from "@/lib/contract/apps/steps";
import { isObject, isRecord } from "@/lib/utils/json/is-object";
import { parseJson } from "@/lib/utils/json/parse-json";
import { stripFence } from "@/lib/utils/json/strip-fence";
import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import { StopRunError } from "../../steps/step";
import { maxJsonChars, parseOutput, pickField } from "./compare";

/** The item that a step works on. */
export interface Item {
  iterationId: string;
  /** From 1. */
  number: number;
  /** Of all items. */
  count: number;
  text: string;
}

/** The values that prompts and branches in an iteration can use. */
export const itemValues = (item: Item | undefined): ReadonlyMap<string, string> =>
  new Map(
    item
      ? [
          [itemVariable, item.text],
          [itemNumberVariable, String(item.number)],
        ]
      : [],
  );

const listMark = /^(?:[-*•]|\d{1,9}[.)])\s+/;

/** The lines of a text that aren't empty, without the marks of a list. */
const readLines = (text: string): string[] =>
  text.split("\n").flatMap((line) => line.trim().replace(listMark, "") || []);

/** JSON that is the whole text, or an array on lines of its own: some models add sentences. */
function parseList(text: string): unknown {
  const json = parseJson(text);
  if (json !== undefined) return json;
  const start = text.startsWith("[") ? 0 : text.indexOf("\n[") + 1;
  const end = text.lastIndexOf("]") + 1;
  const [after = ""] = text.slice(end).split("\n", 1);
  const array = after.trim() ? undefined : parseJson(text.slice(start, end));
  return Array.isArray(array) ? array : undefined;
}

function toItem(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch {
    throw new StopRunError("An item of the list is nested too deeply.");
  }
}

/**
 * The items of a list: the elements of a JSON array, or the lines of a text. `null` has none. Throws StopRunError if it is absent or
 * an object, has more than `max` items, or more than 2 million characters.
 */
export function readItems(value: string, field: string, max: number): string[] {
  if (value.length > maxJsonChars) throw new StopRunError("The list has more than 2 million characters.");
  const text = (field ? pickField(parseOutput(value), field) : stripFence(value))?.trim();
  if (text === undefined) throw new StopRunError(`The value has no field “${field}” that can be read.`);
  const json = parseList(text);
  if (json === null) return [];
  if (isRecord(json)) throw new StopRunError("The value isn't a list. Enter the field that has the list.");
  const items: unknown[] = Array.isArray(json) ? json : readLines(text);
  if (items.length > max)
    throw new StopRunError(`The list has ${pluralize(items.length, "item")}, and the iteration takes up to ${max}.`);
  return items.map(toItem);
}

/** Outputs as a JSON array: JSON as it is, and other text as strings. */
export function joinOutputs(outputs: readonly string[]): string {
  const chars = outputs.reduce((sum, output) => sum + output.length, 0);
  if (chars > maxJsonChars) throw new StopRunError("The outputs of the iteration have more than 2 million characters.");
  return `[${outputs.map((output) => (parseJson(output) === undefined ? JSON.stringify(output) : output)).join(",")}]`;
}

const maxCombined = 400_000;

/** Outputs as one text: JSON values as an array, and others one below another, up to 400,000 characters. */
export function combineOutputs(outputs: readonly string[]): string {
  const chars = outputs.reduce((sum, output) => sum + output.length, 0);
  const areValues =
    chars <= maxCombined && outputs.length > 0 && outputs.every((output) => isObject(parseJson(output)));
  return areValues ? `[\n${outputs.join(",\n")}\n]` : truncate(outputs.join("\n\n"), maxCombined);
}
