import { isDeeper } from "../../../../utils/json/is-deeper.ts";
import { isRecord } from "../../../../utils/json/is-object.ts";
import { type Drafts, ImportProblem } from "./draft.ts";
import { toChecks } from "./expectation.ts";

const maxDepth = 32;

function parseLine(line: string, place: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ImportProblem(`L${place.slice(1)} isn't JSON.`);
  }
  if (!isRecord(value)) throw new ImportProblem(`L${place.slice(1)} isn't a JSON object.`);
  if (isDeeper(value, maxDepth))
    throw new ImportProblem(`L${place.slice(1)} is nested deeper than ${maxDepth} levels.`);
  return value;
}

/** One object per line: `{"item": {"input": …, "expected": …}}` as in datasets of OpenAI's evals, or its item alone. */
export function readJsonl(text: string, drafts: Drafts): void {
  let from = 0;
  for (let n = 1; from < text.length; n += 1) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end === -1 ? text.length : end).trim();
    from = end === -1 ? text.length : end + 1;
    if (line === "") continue;
    const place = `line ${n}`;
    const value = parseLine(line, place);
    const item = isRecord(value.item) ? value.item : value;
    const input = typeof item.input === "string" ? item.input.trim() : "";
    const expected = item.expected ?? item.output;
    if (input === "") drafts.note(`L${place.slice(1)} has no text as “input” and was skipped.`);
    else if (!drafts.add({ place, input, checks: toChecks(expected, place, drafts) })) return;
  }
}
