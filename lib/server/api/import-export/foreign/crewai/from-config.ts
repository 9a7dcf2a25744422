import type { ParsedFile } from "../shared/foreign.ts";
import { asList, asRecord, asText, isRecord, type Json } from "../shared/values.ts";
import type { Crew, CrewTool } from "./crew.ts";

export const isAgent = (value: unknown): value is Json =>
  isRecord(value) && "role" in value && ("goal" in value || "backstory" in value);
const isTask = (value: unknown): value is Json =>
  isRecord(value) && "description" in value && ("expected_output" in value || "agent" in value);

const holdsAll = (value: unknown, test: (one: unknown) => boolean): boolean =>
  isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(test);

export const isAgentMap = (value: unknown): value is Json => holdsAll(value, isAgent);
export const isTaskMap = (value: unknown): value is Json => holdsAll(value, isTask);

/** A crew of the JSON-first layout. */
export const isCrewFile = (value: unknown): value is Json =>
  isRecord(value) && Array.isArray(value.tasks) && Array.isArray(value.agents) && value.tasks.some(isTask);

/** A flow that is declared in YAML. */
export const isFlowFile = (value: unknown): boolean =>
  isRecord(value) && asText(value.schema).startsWith("crewai.flow/");

/** `{ "python": … }` and `custom:` name code of the project. */
function toTool(value: unknown): CrewTool {
  if (isRecord(value)) {
    const name = asText(value.name) || asText(value.tool) || asText(value.python);
    return { name: name || "tool", custom: "python" in value };
  }
  const name = asText(value);
  return name.startsWith("custom:") ? { name: name.slice(7), custom: true } : { name: name || "tool", custom: false };
}

const idOf = (path: string): string => (path.split("/").at(-1) ?? path).split(".", 1)[0] ?? path;

function addAgent(crew: Crew, id: string, fields: Json): void {
  crew.agents.set(id, { id, fields, tools: asList(fields.tools).map(toTool), used: true });
}

function addTask(crew: Crew, id: string, fields: Json): void {
  crew.tasks.set(id, {
    id,
    fields,
    tools: asList(fields.tools).map(toTool),
    agent: asText(fields.agent),
    context: Array.isArray(fields.context) ? fields.context.map(asText).filter(Boolean) : undefined,
    output: isRecord(fields.output_schema) ? fields.output_schema : undefined,
    used: true,
  });
}

function addCrewFile(crew: Crew, value: Json): void {
  const { name, agents, tasks, inputs, ...settings } = value;
  crew.name ||= asText(name);
  crew.inputs = { ...crew.inputs, ...asRecord(inputs) };
  crew.settings = { ...crew.settings, ...settings };
  for (const agent of asList(agents))
    if (isAgent(agent)) addAgent(crew, asText(agent.name) || asText(agent.role), agent);
  for (const [i, task] of asList(tasks).entries())
    if (isRecord(task)) addTask(crew, asText(task.name) || `Task ${i + 1}`, task);
}

/** Adds what a file of configuration holds. */
export function addConfig(crew: Crew, { value, path }: ParsedFile): void {
  if (isCrewFile(value)) addCrewFile(crew, value);
  else if (isAgentMap(value)) for (const [id, fields] of Object.entries(value)) addAgent(crew, id, asRecord(fields));
  else if (isTaskMap(value)) for (const [id, fields] of Object.entries(value)) addTask(crew, id, asRecord(fields));
  else if (isAgent(value)) addAgent(crew, idOf(path), value);
}
