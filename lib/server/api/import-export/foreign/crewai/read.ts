import { Draft } from "../shared/draft.ts";
import { type ForeignImport, ForeignProblem, maxNodes, type ParsedFile } from "../shared/foreign.ts";
import { asText, isBlank, type Json } from "../shared/values.ts";
import { newCrew } from "./crew.ts";
import { CrewReader } from "./crew-reader.ts";
import { addConfig, isAgent, isAgentMap, isCrewFile, isFlowFile, isTaskMap } from "./from-config.ts";
import { addProgram, isCrewProgram } from "./from-python.ts";

export const recognizesCrewai = ({ value }: ParsedFile): boolean =>
  typeof value === "string"
    ? isCrewProgram(value)
    : isCrewFile(value) || isAgentMap(value) || isTaskMap(value) || isAgent(value) || isFlowFile(value);

/** A flow that is declared in YAML has no order of tasks that could be taken over. */
function refuseFlow(draft: Draft, file: ParsedFile): ForeignImport {
  const value = file.value as Json;
  const methods = Object.keys((value.methods as Json | undefined) ?? {});
  if (methods.length > maxNodes) throw new ForeignProblem(`It has more than ${maxNodes.toLocaleString("en")} methods.`);
  for (const name of methods)
    draft.part(name, "flow method").left("Declarative flows can't be imported yet. Import the crews that it calls.");
  draft
    .part(asText(value.name) || "Flow", "flow")
    .left("Declarative flows can't be imported yet. Import the crews that it calls.");
  if (!isBlank(value.state)) draft.part("state", "setting").left("Belongs to the flow.");
  return draft.finish({ name: asText(value.name) || "Imported flow", type: "chat", agent: null });
}

/** Reads the files of a crew: `agents.yaml`, `tasks.yaml` and `crew.py`, or `crew.jsonc` and its agents. */
export function readCrewai(files: readonly ParsedFile[]): ForeignImport {
  const own = files.filter(recognizesCrewai);
  const flow = own.find(({ value }) => isFlowFile(value));
  if (flow) return refuseFlow(new Draft("crewai", asText((flow.value as Json).schema)), flow);
  const crew = newCrew();
  for (const file of own) if (typeof file.value !== "string") addConfig(crew, file);
  for (const { value } of own) if (typeof value === "string") addProgram(crew, value);
  if (crew.agents.size + crew.tasks.size > maxNodes)
    throw new ForeignProblem(`It has more than ${maxNodes.toLocaleString("en")} agents and tasks.`);
  const isJson = own.some(({ value }) => isCrewFile(value));
  return new CrewReader(new Draft("crewai", isJson ? "JSON project" : "classic project"), crew).crew();
}
