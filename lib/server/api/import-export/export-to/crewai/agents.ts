import type { AgentPart, TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import type { ExportedFile } from "../shared/exported";
import { toComment, toJson } from "../shared/literals";
import { createNumbering, toFileStem } from "../shared/names";
import { listAgents } from "../shared/process";
import { toCrewModel } from "./models";
import type { CrewTool } from "./tools";

/** The names of agents' files, by which CrewAI knows them, by their names in the app's file. */
export function nameAgents(file: TransferFile): Map<string, string> {
  const number = createNumbering();
  return new Map(
    listAgents(file).map((agent) => [getLocalName(agent), number(toFileStem(getLocalName(agent), "agent"), " ")]),
  );
}

/** CrewAI's name of a model of the file. */
export function findCrewModel({ models }: TransferFile, name: string | null): string | undefined {
  const need = models.find((one) => getLocalName(one) === name);
  return need && toCrewModel(need);
}

/** The names in a list of tools. */
export const toToolNames = (names: readonly string[], planned: ReadonlyMap<string, CrewTool>): string[] =>
  names.flatMap((one) => {
    const plan = planned.get(one);
    if (plan?.kind === "own") return [plan.name];
    return plan?.kind === "custom" ? [`custom:${plan.name}`] : [];
  });

const listServers = ({ tools }: AgentPart, planned: ReadonlyMap<string, CrewTool>) =>
  tools.flatMap((one) => {
    const plan = planned.get(one);
    return plan?.kind === "server" ? [plan.server] : [];
  });

function toFields(file: TransferFile, agent: AgentPart, planned: ReadonlyMap<string, CrewTool>) {
  const servers = listServers(agent, planned);
  return {
    role: agent.role,
    goal: agent.goal,
    backstory: agent.backstory,
    llm: findCrewModel(file, agent.model),
    function_calling_llm: findCrewModel(file, agent.functionModel),
    tools: toToolNames(agent.tools, planned),
    mcps: servers.length > 0 ? servers : undefined,
    max_iter: agent.maxIterations,
    allow_delegation: agent.allowDelegation,
  };
}

/** One file for each agent. */
export function writeAgents(
  file: TransferFile,
  names: ReadonlyMap<string, string>,
  planned: ReadonlyMap<string, CrewTool>,
): ExportedFile[] {
  return listAgents(file).map((agent) => {
    const text = toJson(toFields(file, agent, planned), 2);
    const path = `agents/${names.get(getLocalName(agent))}.jsonc`;
    return { path, text: `${toComment("//", `Exported from Muster: ${agent.name}`)}\n${text}\n` };
  });
}
