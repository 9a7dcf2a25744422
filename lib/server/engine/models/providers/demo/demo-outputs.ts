import { isObject } from "@/lib/utils/json/is-object";
import { parseJson } from "@/lib/utils/json/parse-json";

const start = "”:\n\n{\n";

const toCell = (value: unknown): string => String(value).replace(/[|\n]/g, " ");
const toRow = (cells: readonly unknown[]): string => `| ${cells.map(toCell).join(" | ")} |`;
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Objects as a table, other values as a list. */
function toMarkdown(list: readonly unknown[]): string {
  const [first] = list;
  if (first === undefined) return "None.";
  if (!isObject(first)) return list.map((one) => `- ${one}`).join("\n");
  const names = Object.keys(first);
  const rows = list.map((one) => names.map((name) => (isObject(one) ? one[name] : "")));
  return [names.map(capitalize), names.map(() => "---"), ...rows].map(toRow).join("\n");
}

/** The fields of an earlier task's structured output in a task's prompt, as Markdown by name. */
export function readOutputs(request: string): [name: string, value: string][] {
  const at = request.indexOf(start);
  const end = request.indexOf("\n}", at);
  if (at < 0 || end < 0) return [];
  const output = parseJson(request.slice(at + start.length - 2, end + 2));
  if (!isObject(output)) return [];
  return Object.entries(output).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? toMarkdown(value) : String(value),
  ]);
}
