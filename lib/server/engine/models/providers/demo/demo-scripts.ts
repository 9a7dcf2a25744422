import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoLabel } from "@/lib/constants/demo";
import { fillNames, findPromptNames } from "@/lib/utils/text/prompt-names";
import { readOutputs } from "./demo-outputs";
import { parsePassages } from "./demo-passages";
import { readFacts, readTask, toFactName } from "./demo-words";

export interface ToolResult {
  tool: string;
  text: string;
  failed: boolean;
}

const path = "lib/server/engine/models/providers/demo/scripts.md";
let texts: { request: string; text: string }[] | undefined;

function readScripts() {
  const parts = readFileSync(join(/* turbopackIgnore: true */ process.cwd(), path), "utf8").split(/^=== (.+)\n/m);
  return parts.flatMap((request, i) => (i % 2 === 1 ? [{ request, text: (parts[i + 1] ?? "").trim() }] : []));
}

/** The fields of a result in JSON; none of another one. A note about changed arguments may precede it. */
function readFields({ text }: ToolResult): [string, string][] {
  try {
    const fields: Record<string, unknown> = JSON.parse(text.split("\n\n").at(-1) ?? "");
    return Object.entries(fields).map(([name, value]) => [name.toLowerCase(), String(value)]);
  } catch {
    return [];
  }
}

/** The citation of each section in a search result, by its heading: `[2]` for `{opening_hours}`. */
const readCitations = ({ text }: ToolResult): [string, string][] =>
  parsePassages(text).map(({ title, number }) => [
    toFactName(title.slice(title.lastIndexOf("(") + 1, -1)),
    `[${number}]`,
  ]);

/** The first scripted text for the request whose values are all known. */
export function answerScript(request: string, result?: ToolResult): string | undefined {
  texts ??= readScripts();
  const values = new Map([...readOutputs(request), ...readFacts(request)]);
  if (result) {
    values.set("result", result.text.replace(demoLabel, "").trim());
    for (const [name, value] of [...readFields(result), ...readCitations(result)]) values.set(name, value);
  }
  const task = readTask(request);
  const script = texts.find(
    (one) => task.startsWith(one.request) && findPromptNames(one.text).every((name) => values.has(name)),
  );
  return script && fillNames(script.text, values);
}
