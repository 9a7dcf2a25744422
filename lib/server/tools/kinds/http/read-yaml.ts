import { readYaml as readWith, type YamlFailure } from "../../../read-yaml";
import { ToolError } from "../tool-error";

const refused = (why: string): ToolError => new ToolError(`The document cannot be read: ${why}`, { field: "document" });

const failures: Record<YamlFailure, string> = {
  slow: "it takes too long. Give it as JSON or make it smaller.",
  start: "its reader did not start. Try it again.",
  memory: "it needs more memory than one document gets. Make it smaller.",
};

/** Reads an OpenAPI document that is no JSON. Throws a `ToolError`. */
export async function readYaml(text: string, signal: AbortSignal): Promise<unknown> {
  const reply = await readWith({ text, of: "document" }, signal);
  if ("failure" in reply) throw refused(failures[reply.failure]);
  if ("value" in reply) return reply.value;
  const line = reply.line === null ? "" : ` (line ${reply.line})`;
  throw refused(`${reply.problem.replace(/[.:]$/, "")}${line}.`);
}
