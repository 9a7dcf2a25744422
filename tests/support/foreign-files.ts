import { transferFile } from "@/lib/contract/transfers/file";
import type { ImportOutcome } from "@/lib/contract/transfers/schemas";
import { readForeignFiles } from "@/lib/server/api/import-export/foreign/recognize";
import type { ForeignFile, ForeignImport } from "@/lib/server/api/import-export/foreign/shared/foreign";
import { findOrderFaults } from "./foreign/find-order-faults";

/** Reads files, of which one text is enough, and checks that the report adds up, nothing got lost, and the file can be imported. */
export function readOk(
  sent: string | object | ForeignFile[],
): ForeignImport & { whole: ReturnType<typeof transferFile.parse> } {
  const files = Array.isArray(sent)
    ? (sent as ForeignFile[])
    : [{ path: "Some flow.json", text: typeof sent === "string" ? sent : JSON.stringify(sent) }];
  const found = readForeignFiles(files);
  if (!("report" in found)) throw new Error(`Expected an import, got ${JSON.stringify(found)}`);
  const faults = findOrderFaults(files);
  if (faults.length > 0) throw new Error(`The order got lost: ${faults.join("; ")}.`);
  if (found.report.length !== found.source.parts) throw new Error("The report doesn't add up.");
  return { ...found, whole: transferFile.parse(found.file) };
}

export function problemOf(sent: string | ForeignFile[]): string {
  const found = readForeignFiles(typeof sent === "string" ? [{ path: "a.json", text: sent }] : sent);
  if (!("problem" in found)) throw new Error("Expected a problem.");
  return found.problem;
}

/** What the report says of a part. */
export const outcomeOf = ({ report }: ForeignImport, part: string, type?: string): ImportOutcome | undefined =>
  report.find((entry) => entry.part === part && (type === undefined || entry.type === type))?.outcome;

export const noteOf = ({ report }: ForeignImport, part: string): string =>
  report.find((entry) => entry.part === part)?.note ?? "";

/** A node and an edge of Flowise. */
export const flowiseNode = (id: string, name: string, inputs: object, more: object = {}) => ({
  id,
  type: name.endsWith("Agentflow") ? "agentFlow" : "customNode",
  data: { id, name, label: id, inputs, outputAnchors: [{ id: `${id}-output` }], ...more },
});
export const flowiseEdge = (source: string, target: string, way = "", input = "") => ({
  source,
  target,
  sourceHandle: way || `${source}-output-${source}`,
  targetHandle: input ? `${target}-input-${input}-Any` : target,
});

/** A writer that a checker follows, as an agentflow. */
export const flowiseTwo = {
  nodes: [
    flowiseNode("check", "llmAgentflow", {
      llmModel: "chatOllama",
      llmModelConfig: { modelName: "llama3", temperature: 0.3 },
      llmMessages: [{ role: "system", content: "<p>You check facts.</p>" }],
      llmUserMessage: '<p>Check <span class="variable" data-id="write">{{ write }}</span> for {{ $form.town }}.</p>',
    }),
    flowiseNode("start", "startAgentflow", {
      startInputType: "formInput",
      formInputTypes: [{ type: "string", label: "Town", name: "town" }],
    }),
    flowiseNode("write", "agentAgentflow", {
      agentModel: "chatOpenAI",
      agentModelConfig: { modelName: "gpt-4o-mini" },
      agentMessages: [{ role: "system", content: "<p>You write about towns.</p><p>Briefly.</p>" }],
      agentTools: [
        { agentSelectedTool: "calculator", agentSelectedToolRequiresHumanInput: true },
        { agentSelectedTool: "gmail" },
      ],
    }),
  ],
  edges: [flowiseEdge("start", "write"), flowiseEdge("write", "check")],
};

const flowiseWorker = (id: string) =>
  flowiseNode(id, "worker", {
    workerName: `The ${id}`,
    workerPrompt: "You {verb}.",
    promptValues: '{"verb":"dig"}',
  });

/** A supervisor with two workers. */
export const flowiseSupervisor = {
  nodes: [
    flowiseNode("model", "chatOpenAI", { modelName: "gpt-4o" }, { category: "Chat Models" }),
    flowiseNode("boss", "supervisor", { supervisorName: "Boss", supervisorPrompt: "Lead {team_members}." }),
    flowiseWorker("digger"),
    flowiseWorker("painter"),
  ],
  edges: [
    flowiseEdge("model", "boss", "", "model"),
    flowiseEdge("boss", "digger", "", "supervisor"),
    flowiseEdge("boss", "painter", "", "supervisor"),
  ],
};

/** An app of Dify whose nodes follow each other. */
export const difyApp = (nodes: string, edges: [string, string, string?][], more = "", mode = "workflow") => `
app: { name: Letters, mode: ${mode}, description: Answers letters }
kind: app
version: 0.3.0
workflow:
  environment_variables: []
  ${more}
  graph:
    nodes:
${nodes}
    edges:
${edges.map(([source, target, way = "source"]) => `      - { source: ${source}, target: ${target}, sourceHandle: ${JSON.stringify(way)} }`).join("\n")}
`;
export const difyNode = (id: string, type: string, more = "") =>
  `      - { id: ${id}, type: custom, data: { title: ${id}, type: ${type}${more && `, ${more}`} } }`;
/** Nodes as those in an iteration. */
export const inDifyIteration = (id: string, nodes: string[]) =>
  nodes.map((node) =>
    node
      .replace("{ id:", `{ parentId: ${id}, id:`)
      .replace("data: {", `data: { isInIteration: true, iteration_id: ${id},`),
  );
export const difyLlm = (id: string, text: string, more = "") =>
  difyNode(
    id,
    "llm",
    `model: { provider: openai, name: gpt-4o, completion_params: { temperature: 0.2 } }, prompt_template: [{ role: system, text: ${JSON.stringify(text)} }]${more}`,
  );
