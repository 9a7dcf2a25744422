import json5 from "json5";
import { parseYaml } from "../../../../platform/yaml/parse-yaml.ts";
import { ForeignProblem } from "./foreign.ts";

const codeMarks = ["from agents import", "@openai/agents", "import crewai", "from crewai", "agent-builder"];

/** Whether a text is a program of one of the systems. */
const isCode = (text: string): boolean => codeMarks.some((mark) => text.includes(mark));

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // With comments and trailing commas.
  }
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
