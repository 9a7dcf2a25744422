import { buildFlow } from "../flow/build-flow.ts";
import { itemNames } from "../flow/iterations.ts";
import type { Step } from "../flow/step.ts";
import { Draft } from "../shared/draft.ts";
import type { ForeignImport, ParsedFile } from "../shared/foreign.ts";
import { asRecord, asRecords, asText, isBlank, isRecord, type Json } from "../shared/values.ts";
import { readFeatures } from "./features.ts";
import { timeoutWay } from "./human-input.ts";
import { readModelConfig } from "./model-config.ts";
import type { DifyNode } from "./node.ts";
import { nodeReaders } from "./nodes.ts";

const modes = ["workflow", "advanced-chat", "chat", "agent-chat", "completion"];

export const recognizesDify = ({ value }: ParsedFile): boolean =>
  isRecord(value) &&
  isRecord(value.app) &&
  modes.includes(asText(value.app.mode)) &&
  (isRecord(value.workflow) || isRecord(value.model_config));

const toNode = (node: Json): DifyNode => {
  const data = asRecord(node.data);
  const type = asText(data.type) || asText(node.type);
  return {
    id: asText(node.id),
    type,
    label: asText(data.title) || type || "Node",
    data,
    parent: asText(node.parentId) || asText(data.iteration_id) || asText(data.loop_id),
  };
};

function readVariables(draft: Draft, workflow: Json): void {
  for (const variable of asRecords(workflow.environment_variables)) {
    const name = draft.variable(asText(variable.name), asText(variable.description), variable.value_type === "secret");
    draft.part(name, "environment variable").needs(`Enter a value for the variable ${name}.`);
  }
  for (const variable of asRecords(workflow.conversation_variables)) {
    const name = draft.variable(asText(variable.name), asText(variable.description));
    draft
      .part(name, "conversation variable")
      .approximated(`Asked for as the variable ${name}. Tasks can set it as their output variable.`);
  }
}

function readGraph(draft: Draft, name: string, description: string, workflow: Json, isChat: boolean): ForeignImport {
  const graph = asRecord(workflow.graph);
  const nodes = asRecords(graph.nodes).map(toNode);
  const starters = readFeatures(draft, asRecord(workflow.features));
  readVariables(draft, workflow);
  const workers = nodes.filter(({ type }) => ["llm", "agent", "parameter-extractor"].includes(type));
  const branches = nodes.some(({ type }) =>
    ["if-else", "question-classifier", "human-input", "iteration"].includes(type),
  );
  draft.chat = isChat && workers.length === 1 && !branches;
  if (nodes.some(({ type }) => type === "iteration")) draft.reserved = itemNames;
  const starts = new Set(nodes.filter(({ type }) => type === "start").map(({ id }) => id));
  const numbered = nodes.filter(({ parent, data }) => JSON.stringify(data).includes(`{{#${parent}.index#}}`));
  const edges = asRecords(graph.edges).map((edge) => ({
    from: asText(edge.source),
    to: asText(edge.target),
    way: asText(edge.sourceHandle),
  }));
  const flow = {
    draft,
    starts,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    numbered: new Set(numbered.map(({ parent }) => parent)),
    timeouts: new Set(edges.filter(({ way }) => way === timeoutWay).map(({ from }) => from)),
  };
  const steps = nodes.map((node): Step => {
    const isNote = node.type === "custom-note" || node.data.type === "";
    const { id, label, type, parent } = node;
    const step: Step = { id, label, parent, part: draft.part(label, type || "node") };
    const read = Object.hasOwn(nodeReaders, node.type) ? nodeReaders[node.type] : undefined;
    if (isNote) step.part.left("A note on the canvas.");
    else read?.({ ...flow, iteration: flow.nodes.get(parent)?.type === "iteration" ? parent : "" }, node, step);
    return step;
  });
  return buildFlow(draft, { name, description, steps, edges, entries: [...starts], starters });
}

/** Reads an app of Dify. Of several files, the first is read. */
export function readDify(files: readonly ParsedFile[]): ForeignImport {
  const [first, ...others] = files.filter(recognizesDify);
  const value = asRecord(first?.value);
  const app = asRecord(value.app);
  const draft = new Draft("dify", asText(value.version) || "0.1.0");
  for (const { value: other, path } of others)
    draft
      .part(asText(asRecord(asRecord(other).app).name) || path, "app")
      .left("Import it on its own: a file becomes one app.");
  for (const plugin of asRecords(value.dependencies)) {
    const name =
      asText(asRecord(plugin.value).marketplace_plugin_unique_identifier) ||
      asText(asRecord(plugin.value).plugin_unique_identifier);
    draft
      .part(name.split(":", 1)[0] || "Plugin", "plugin")
      .left("Muster has no plugins. What uses it is listed separately.");
  }
  const name = asText(app.name) || "Imported app";
  const mode = asText(app.mode);
  if (!isBlank(value.workflow))
    return readGraph(draft, name, asText(app.description), asRecord(value.workflow), mode === "advanced-chat");
  return readModelConfig(draft, name, asText(app.description), asRecord(value.model_config));
}
