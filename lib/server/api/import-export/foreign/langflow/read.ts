import { buildFlow } from "../flow/build-flow.ts";
import type { Step } from "../flow/step.ts";
import { Draft } from "../shared/draft.ts";
import type { ForeignImport, ParsedFile } from "../shared/foreign.ts";
import { asRecord, asRecords, asText, toSteps } from "../shared/values.ts";
import { readRouter } from "./branches.ts";
import { type Canvas, isAgent, isInput, isModel, isPrompt, isRouter, readInput, sources } from "./canvas.ts";
import { fieldOf, isLangflow, type LangflowNode, shownFields, toEdge, toNode } from "./node.ts";

export const recognizesLangflow = ({ value }: ParsedFile): boolean => isLangflow(value);

const isEmbedding = ({ type }: LangflowNode): boolean => type.toLowerCase().includes("embedding");
const isStore = ({ type }: LangflowNode): boolean =>
  type.includes("VectorStore") || type.includes("Retriever") || type === "KnowledgeBase";
const isBranch = (node: LangflowNode): boolean =>
  isRouter(node) || node.type === "SmartRouter" || node.type === "LLMRouter";

const modelFields = ["model_name", "model", "model_id", "deployment_name"];

function readModel(draft: Draft, node: LangflowNode): string | undefined {
  const provider = fieldOf(node, "agent_llm") || fieldOf(node, "provider") || node.type;
  const model = modelFields.map((name) => fieldOf(node, name)).find(Boolean) ?? "";
  if (!model) return undefined;
  const name = draft.model(provider === "Agent" ? "" : provider, model);
  draft.part(`${node.label}: model ${model}`, "model").model(model, name);
  return name;
}

function readTools(canvas: Canvas, node: LangflowNode): string[] {
  return sources(canvas, node.id, "tools").flatMap((tool) => {
    const builtin = canvas.draft.builtin(tool.type);
    return builtin ? [builtin.name] : [];
  });
}

function readWork(canvas: Canvas, node: LangflowNode, step: Step): void {
  const system = isAgent(node) ? "system_prompt" : "system_message";
  step.work = {
    role: node.label,
    model: readModel(canvas.draft, node),
    tools: readTools(canvas, node),
    ...toSteps(fieldOf(node, "max_iterations")),
    write: (refer) => {
      const message = readInput(canvas, node, "input_value", refer);
      return { instructions: readInput(canvas, node, system, refer), message: message && `The input: ${message}` };
    },
    ...(node.edited && { note: "Its code was changed in Langflow. The change wasn't imported." }),
  };
}

/** What becomes of a component that calls no model. */
function describeComponent(canvas: Canvas, node: LangflowNode, step: Step): void {
  const { draft, edges } = canvas;
  const { part } = step;
  const isTool = edges.some(({ from, field }) => from === node.id && field === "tools");
  const builtin = draft.builtin(node.type);
  if (node.isNote) part.left("A note on the canvas.");
  else if (isInput(node)) part.taken("The start of the app.");
  else if (node.type === "ChatOutput" || node.type === "TextOutput") step.result = { name: "result" };
  else if (isPrompt(node)) part.approximated("Became part of the prompt that uses it.");
  else if (isTool && builtin) part.builtin(builtin);
  else if (isBranch(node)) {
    step.ways = 2;
    part.branch("components");
    if (isRouter(node)) readRouter(canvas, node, step);
  } else if (isEmbedding(node)) part.needs("Choose an embedding model in the data source.");
  else if (isStore(node)) part.needs("The file has no documents. Choose a data source, and add its tool to the agent.");
  else if (isTool) part.needs("Add a tool that does the same to the agent.");
  else if (node.type === "LoopComponent")
    part.needs("It runs components for each row of data. Add an iteration to the process, and tasks in it.");
  else if (node.type === "Memory" || node.type === "MessageHistory")
    part.approximated("Chats remember their messages.");
  else if (node.edited || node.type === "CustomComponent")
    part.left("Its code was written for Langflow, and isn't run. Write a function tool that does the same.");
  else part.left("Muster has nothing like this component.");
}

/** Names of variables that stand in fields with `load_from_db`. */
function reportVariables(draft: Draft, node: LangflowNode): Set<string> {
  const names = new Set<string>();
  for (const [name, field] of Object.entries(node.template)) {
    const own = asRecord(field);
    const value = asText(own.value);
    if (own.load_from_db !== true || !value) continue;
    names.add(name);
    draft
      .part(`${node.label}: ${name}`, "key")
      .needs(`It uses the variable ${value}. Enter the key in the model or tool.`);
  }
  return names;
}

const usedFields = new Set([
  "system_prompt",
  "system_message",
  "input_value",
  "agent_llm",
  "provider",
  "max_iterations",
  "tools",
  ...modelFields,
]);

function reportSettings(canvas: Canvas, node: LangflowNode, isSecret: (name: string) => boolean): void {
  const { draft } = canvas;
  const works = isAgent(node) || isModel(node);
  const prompts = isPrompt(node);
  const loaded = reportVariables(draft, node);
  for (const name of shownFields(node)) {
    if (loaded.has(name) || prompts || node.isNote || (works && usedFields.has(name)) || isSecret(name)) continue;
    if (sources(canvas, node.id, name).length > 0) continue;
    draft.part(`${node.label}: ${name}`, "setting").left("A setting of the component.");
  }
}

/** Reads a flow of Langflow. Of several files, the first is read. */
export function readLangflow(files: readonly ParsedFile[]): ForeignImport {
  const [first, ...others] = files.filter(recognizesLangflow);
  const value = asRecord(first?.value);
  const data = asRecord(value.data);
  const draft = new Draft("langflow", asText(value.last_tested_version));
  for (const { value: other, path } of others)
    draft.part(asText(asRecord(other).name) || path, "flow").left("Import it on its own: a file becomes one app.");
  const own = asRecords(data.nodes).map(toNode);
  const edges = asRecords(data.edges).map(toEdge);
  draft.chat = own.filter((node) => isAgent(node) || isModel(node)).length === 1 && !own.some(isBranch);
  const canvas: Canvas = {
    draft,
    nodes: new Map(own.toReversed().map((node) => [node.id, node])),
    edges,
  };
  const steps = own.map((node): Step => {
    const step: Step = { id: node.id, label: node.label, part: draft.part(node.label, node.type) };
    const isLlmOfAgent =
      isModel(node) &&
      edges.some(
        ({ from, field }) => from === node.id && (field === "agent_llm" || field === "model" || field === "llm"),
      );
    if (isLlmOfAgent) step.part.needs("Choose the team's model in the agent that uses it.");
    else if (!isEmbedding(node) && (isAgent(node) || isModel(node))) readWork(canvas, node, step);
    else describeComponent(canvas, node, step);
    reportSettings(canvas, node, (name) => asRecord(node.template[name]).password === true);
    return step;
  });
  const name = asText(value.name) || "Imported flow";
  return buildFlow(draft, {
    name,
    description: asText(value.description),
    steps,
    edges,
    whenAll: true,
    asksMessage: true,
  });
}
