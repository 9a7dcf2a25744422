import { itemNumberVariable, itemVariable } from "@/lib/contract/apps/steps";
import { isObject, isRecord } from "@/lib/utils/json/is-object";
import { stripFence } from "@/lib/utils/json/strip-fence";
import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import { StopRunError } from "../../steps/step";
import { maxJsonChars } from "./compare";

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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The items of a list: the elements of a JSON array, or the lines of a text. Throws StopRunError if it is another JSON value, has
 * more than `max` items, or more than 2 million characters.
 */
export function readItems(value: string, max: number): string[] {
  if (value.length > maxJsonChars) throw new StopRunError("The list has more than 2 million characters.");
  const text = stripFence(value).trim();
  const json = parse(text);
  if (isRecord(json)) throw new StopRunError("The value isn't a list. Enter the field that has the list.");
  const items = Array.isArray(json)
    ? json.map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
    : readLines(text);
  if (items.length > max)
    throw new StopRunError(`The list has ${pluralize(items.length, "item")}, and the iteration takes up to ${max}.`);
  return items;
}

/** Outputs as a JSON array: JSON as it is, and other text as strings. */
export function joinOutputs(outputs: readonly string[]): string {
  const chars = outputs.reduce((sum, output) => sum + output.length, 0);
  if (chars > maxJsonChars) throw new StopRunError("The outputs of the iteration have more than 2 million characters.");
  return JSON.stringify(outputs.map((output) => parse(output) ?? output));
}

const maxCombined = 400_000;

/** Outputs as one text: JSON values as an array, and others one below another, up to 400,000 characters. */
export function combineOutputs(outputs: readonly string[]): string {
  const chars = outputs.reduce((sum, output) => sum + output.length, 0);
  const values = chars <= maxCombined ? outputs.map(parse) : [];
  return values.length > 0 && values.every(isObject)
    ? JSON.stringify(values, null, 2)
    : truncate(outputs.join("\n\n"), maxCombined);
}
