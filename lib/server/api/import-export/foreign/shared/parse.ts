import json5 from "json5";
import { parseYaml } from "../../../../platform/yaml/parse-yaml.ts";
import { ForeignProblem } from "./foreign.ts";
import { isRecord } from "./values.ts";

const codeMarks = ["from agents import", "@openai/agents", "import crewai", "from crewai", "agent-builder"];

/** Whether a text is a program of one of the systems. */
const isCode = (text: string): boolean => codeMarks.some((mark) => text.includes(mark));

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** JSON Lines: one value a line, undefined for a line that isn't JSON. Undefined: the first line isn't an object. */
function parseLines(text: string): unknown[] | undefined {
  const [first = "", ...lines] = text.split("\n");
  const value = parseLine(first);
  if (!isRecord(value)) return undefined;
  return [value, ...lines.filter((line) => line.trim() !== "").map(parseLine)];
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON Lines, or with comments and trailing commas.
  }
  const lines = parseLines(text.trim());
  if (lines) return lines;
  try {
    return json5.parse(text);
  } catch {
    throw new ForeignProblem(`${path}: This isn't valid JSON. The file may be incomplete.`);
  }
}

/** The content of a file, whose kind is found out from the content. */
export function parseContent(text: string, path: string): unknown {
  const own = text.replace(/^\ufeff/, "");
  const start = own.trimStart();
  if (start === "") throw new ForeignProblem(`${path}: The file is empty.`);
  if (start.startsWith("{") || start.startsWith("[")) return parseJson(own, path);
  if (isCode(own)) return own;
  if (start.startsWith("//") || start.startsWith("/*")) return parseJson(own, path);
  const reply = parseYaml({ text: own, of: "file" });
  if (!("problem" in reply)) return reply.value;
  const line = reply.line === null ? "" : `Line ${reply.line}: `;
  const why = reply.code === "REFUSED" ? reply.problem : "This isn't valid YAML. The file may be incomplete.";
  throw new ForeignProblem(`${path}: ${line}${why}`);
}
