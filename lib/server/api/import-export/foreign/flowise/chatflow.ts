import { buildFlow } from "../flow/build-flow.ts";
import type { FlowEdge } from "../flow/flow.ts";
import type { Step } from "../flow/step.ts";
import type { Draft } from "../shared/draft.ts";
import type { ForeignImport } from "../shared/foreign.ts";
import { asRecord, asText, type Json, parseInner } from "../shared/values.ts";
import type { FlowiseFlow } from "./flows.ts";
import { type FlowiseNode, namedNode, reportSettings, toNode } from "./node.ts";
import { toPrompt } from "./texts.ts";

/** The nodes of a chatflow, and what is connected to them. */
export interface Canvas {
  draft: Draft;
  nodes: Map<string, FlowiseNode>;
  /** Sources by target and input. */
  wires: { from: string; to: string; input: string }[];
  steps: Map<string, Step>;
}

const inputOf = (handle: string): string => handle.split("-input-")[1]?.split("-", 1)[0] ?? "";

/** The nodes that are connected to an input: by edges, and by the values of the input. */
function connected({ nodes, wires }: Canvas, { id, inputs }: FlowiseNode, input: string): FlowiseNode[] {
  const value = inputs[input];
  const named = (Array.isArray(value) ? value : [value]).map(namedNode);
  const ids = new Set([
    ...wires.filter(({ to, input: own }) => to === id && own === input).map(({ from }) => from),
    ...named,
  ]);
  return [...ids].flatMap((one) => nodes.get(one) ?? []);
}

export function takeModel(canvas: Canvas, node: FlowiseNode): string | undefined {
  const [model] = connected(canvas, node, "model");
  if (!model) return undefined;
  return canvas.draft.model(model.name, asText(model.inputs.modelName) || asText(model.inputs.model));
}

export function takeTools(canvas: Canvas, node: FlowiseNode): string[] {
  return connected(canvas, node, "tools").flatMap((tool) => {
    const builtin = canvas.draft.builtin(tool.name);
    return builtin ? [builtin.name] : [];
  });
}

const agentPrompt = [
  "systemMessage",
  "systemMessagePrompt",
  "agentInstructions",
  "instructions",
  "prefix",
  "responsePrompt",
];

/** Reads an agent or a chain. Returns the names of the used inputs. */
function readAgent(canvas: Canvas, node: FlowiseNode, step: Step): readonly string[] {
  const { draft } = canvas;
  const { inputs, label } = node;
  const used = agentPrompt.filter((name) => asText(inputs[name]) !== "");
  const [template] = connected(canvas, node, "prompt");
  const values = asRecord(parseInner(template?.inputs.promptValues));
  const stores = connected(canvas, node, "vectorStoreRetriever");
  const searches = stores.map((store) => draft.search(store.label, `Documents of ${label}.`));
  step.work = {
    role: label,
    write: (refer) => {
      const own = used.map((name) => toPrompt(draft, asText(inputs[name]), refer)).join("\n\n");
      const asked = [
        template?.inputs.template,
        template?.inputs.systemMessagePrompt,
        template?.inputs.humanMessagePrompt,
      ]
        .map(asText)
        .filter(Boolean)
        .map((text) => fillValues(text, values))
        .map((text) => toPrompt(draft, text, refer))
        .join("\n\n");
      return { instructions: own, message: asked };
    },
    model: takeModel(canvas, node),
    tools: [...takeTools(canvas, node), ...searches],
    ...(template && { note: "Its prompt template became the description of the task." }),
  };
  return [...used, "model", "tools", "memory", "prompt", "vectorStoreRetriever", "chainName"];
}

/** Puts a template's values into it, where they are not variables themselves. */
const fillValues = (text: string, values: Json): string =>
  Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, asText(value).replace(".data.instance", "")),
    text,
  );

const isAgent = ({ category, name }: FlowiseNode): boolean =>
  category === "Agents" || category === "Chains" || category === "Engine" || name === "conversationalAgent";

const custom: Record<string, "javascriptFunction" | "customToolFunc"> = {
  customTool: "customToolFunc",
  customFunction: "javascriptFunction",
};

/** What becomes of a node that is no agent. */
export function describeNode(canvas: Canvas, node: FlowiseNode, step: Step): readonly string[] {
  const { draft } = canvas;
  const { name, category, inputs, label } = node;
  const { part } = step;
  const builtin = category.startsWith("Tools") ? draft.builtin(name) : undefined;
  const field = Object.hasOwn(custom, name) ? custom[name] : undefined;
  if (field) {
    const code = asText(inputs[field]);
    const tool = draft.disabledFunction({
      name: asText(inputs.customToolName) || label,
      description: asText(inputs.customToolDesc),
      language: "javascript",
      code,
    });
    part.switchedOff(tool);
    return Object.keys(inputs);
  }
  if (category === "Chat Models" || category === "LLMs") {
    const model = asText(inputs.modelName) || asText(inputs.model);
    part.model(model || label, draft.model(name, model));
    return ["modelName", "model"];
  }
  if (builtin) part.builtin(builtin);
  else if (category.startsWith("Tools")) part.needs("Add a tool that does the same to the agent.");
  else if (category === "Prompts") part.approximated("Became part of the task that uses it.");
  else if (category === "Memory")
    part.approximated("Chats remember their messages, and tasks get the output of earlier ones.");
  else if (category === "Vector Stores" || category === "Retrievers") part.documents();
  else if (category === "Embeddings") part.needs("Choose an embedding model in the data source.");
  else if (category === "Document Loaders" || category === "Text Splitters")
    part.needs("Upload the documents to a data source.");
  else if (name.startsWith("stickyNote")) part.left("A note on the canvas.");
  else part.left("Muster has nothing like this component.");
  return category === "Prompts"
    ? ["template", "promptValues", "systemMessagePrompt", "humanMessagePrompt"]
    : ["note", "selectedStore"];
}

export function openCanvas(draft: Draft, { nodes, edges }: FlowiseFlow): Canvas {
  const all = nodes.map(toNode);
  const firsts = new Set(new Map(all.toReversed().map((node) => [node.id, node])).values());
  const own = all.filter((node) => firsts.has(node));
  const wires = edges.map((edge) => ({
    from: asText(edge.source),
    to: asText(edge.target),
    input: inputOf(asText(edge.targetHandle)),
  }));
  const steps = new Map(
    own.map(({ id, label, name }) => [
      id,
      { id, label, part: draft.part(label, name || "node") } satisfies Step as Step,
    ]),
  );
  for (const { label, name } of all.filter((node) => !firsts.has(node)))
    draft.part(label, name || "node").left("Not imported: another node has the same ID.");
  return { draft, nodes: new Map(own.map((node) => [node.id, node])), wires, steps };
}

/** Reads a chatflow: one agent becomes a chat, chains in a row become a process. */
export function readChatflow(draft: Draft, flow: FlowiseFlow): ForeignImport {
  const canvas = openCanvas(draft, flow);
  const { nodes, wires, steps } = canvas;
  draft.chat = [...nodes.values()].filter(isAgent).length === 1;
  for (const [id, node] of nodes) {
    const step = steps.get(id) as Step;
    const used = isAgent(node) ? readAgent(canvas, node, step) : describeNode(canvas, node, step);
    reportSettings(draft, node.label, node.inputs, used);
  }
  reportConflicts(canvas);
  const edges: FlowEdge[] = wires.map(({ from, to }) => ({ from, to, way: "" }));
  const { name, description } = flow;
  return buildFlow(draft, { name, description, steps: [...steps.values()], edges, asksMessage: true });
}

/** Wiring stands twice in a file: as edges, and as values of inputs. */
function reportConflicts({ draft, nodes, wires }: Canvas): void {
  for (const { from, to, input } of wires) {
    const target = nodes.get(to);
    const value = target?.inputs[input];
    const named = (Array.isArray(value) ? value : [value]).map(namedNode).filter(Boolean);
    if (!target || named.length === 0 || named.includes(from)) continue;
    draft
      .part(`${target.label}: ${input}`, "connection")
      .approximated(
        `Its connection and its value name different nodes. The connection to “${nodes.get(from)?.label ?? from}” was used.`,
      );
  }
}
