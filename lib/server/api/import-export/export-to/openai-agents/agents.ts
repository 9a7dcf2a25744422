import type { AgentPart, ToolPart, TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import { toComment, toText } from "../shared/literals";
import { listAgents } from "../shared/process";
import { toSdkModel } from "./models";
import { findAll, type SketchNames } from "./names";
import { isOwnServer, isOwnTool } from "./tools";

/** A text as an expression: its lines one below the other. */
export function toTextLines(text: string, indent: string): string {
  const lines = text.split("\n");
  if (lines.length === 1) return toText(text);
  return `[\n${lines.map((line) => `${indent}  ${toText(line)},`).join("\n")}\n${indent}].join("\\n")`;
}

/** The model's lines of an agent: without a model of OpenAI's, the SDK uses its default. */
function writeModel(models: TransferFile["models"], name: string | null): string {
  const need = models.find((one) => getLocalName(one) === name);
  const model = need && toSdkModel(need);
  const comment = toComment("//", `The model in Muster: ${name ?? "none"}`)
    .split("\n")
    .join("\n  ");
  return model ? `  model: ${toText(model)},\n` : `  ${comment}\n`;
}

/** The tools and servers that a part names, in their modules. */
export function findTools(used: readonly string[], all: readonly ToolPart[], names: SketchNames) {
  const chosen = all.filter((tool) => used.includes(getLocalName(tool)));
  const list = (tools: readonly ToolPart[], module: string) =>
    findAll(tools.map(getLocalName), names.tools).map((name) => `${module}.${name}`);
  return { tools: list(chosen.filter(isOwnTool), "tools"), servers: list(chosen.filter(isOwnServer), "mcp") };
}

function writeAgent(agent: AgentPart, file: TransferFile, names: SketchNames): string {
  const { tools, servers } = findTools(agent.tools, file.tools, names);
  const text = `Your role: ${agent.role}\n\nYour goal: ${agent.goal}\n\n${agent.backstory}`;
  return `export const ${names.agents.get(getLocalName(agent))} = new Agent({
  name: ${toText(agent.name)},
${writeModel(file.models, agent.model)}  instructions: () => fill(${toTextLines(text, "  ")}),
  tools: [${tools.join(", ")}],
  mcpServers: [${servers.join(", ")}],
});`;
}

function writeManager(file: TransferFile, names: SketchNames): string[] {
  const { app } = file;
  if (app.type !== "process" || app.process !== "hierarchical") return [];
  const tools = listAgents(file).map((agent) => {
    const identifier = names.agents.get(getLocalName(agent)) ?? "";
    const about = toText(`${agent.role}\n${agent.goal}`);
    return `    ${identifier}.asTool({ toolName: ${toText(identifier)}, toolDescription: fill(${about}) }),`;
  });
  return [
    `// Delegates each task to the agents, as tools.
export const manager = new Agent({
  name: "Manager",
${writeModel(file.models, app.manager)}  instructions: "You manage a team. Delegate the task to its members, check their work, and answer with the result.",
  tools: [
${tools.join("\n")}
  ],
});`,
  ];
}

const imports = `import { Agent } from "@openai/agents";
import * as mcp from "./mcp.ts";
import { fill } from "./muster.ts";
import * as tools from "./tools.ts";`;

/** The module of the agents. */
export function writeAgents(file: TransferFile, names: SketchNames): string {
  const agents = listAgents(file).map((agent) => writeAgent(agent, file, names));
  return `${[imports, ...agents, ...writeManager(file, names)].join("\n\n")}\n`;
}
