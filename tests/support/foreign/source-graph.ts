import { parse } from "yaml";
import { isRecord } from "@/lib/utils/json/is-object";

type Json = Record<string, unknown>;

/** One comparison: of a node's output by its id, or of a variable by its name, and with which value. */
export interface SourceCondition {
  node: string;
  variable: string;
  value: string;
}

export interface SourceNode {
  id: string;
  /** Unique in the source, as the importer sees it. */
  label: string;
  callsModel: boolean;
  /** Whether it is within another node, with which no flow begins. */
  inner: boolean;
  /** The iteration or loop that it is in; empty: none. */
  parent: string;
  /** Whether it runs the nodes in it for each item, or again and again. */
  contains?: "items" | "loop" | undefined;
  /** For an iteration: the node with which each item begins, if the source says so. */
  start: string;
  /** For a branch: the number of its ways out. */
  ways: number;
  /** For a branch: the ways out of its cases, in their order, and the one that is taken if no case matches. */
  cases: string[];
  otherwise?: string | undefined;
  /** For a comparison: the conditions of its cases, and whether any of them is enough. */
  conditions?: { any: boolean; all: SourceCondition[] }[];
  /** Whether a person decides, and what their choices are called, by their ways out. */
  asks: boolean;
  choices?: ReadonlyMap<string, string>;
}

/** The graph of a source, read without the importer's code. */
export interface SourceGraph {
  nodes: SourceNode[];
  edges: { from: string; to: string; way: string }[];
  /** From the nodes in iterations to those that follow the iterations. */
  later: SourceGraph["edges"];
  /** Where it begins, if the source says so. */
  starts: string[];
  /** Whether a node needs all that leads to it, and not only one of it. */
  whenAll: boolean;
  /** The source with unique labels. */
  text: string;
}

const record = (value: unknown): Json => (isRecord(value) ? value : {});
const records = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const size = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** How one system writes nodes. `data` is what a node's `data` holds. */
interface Format {
  graph: (root: Json) => Json | undefined;
  relabel: (data: Json, label: string) => void;
  callsModel: (data: Json) => boolean;
  ways: (data: Json) => number;
  /** `input`: the node whose output it receives. */
  cases: (data: Json, input: string) => Pick<SourceNode, "cases" | "otherwise" | "conditions">;
  isApproval: (data: Json) => boolean;
  choices?: (data: Json) => ReadonlyMap<string, string>;
  isStart: (data: Json) => boolean;
  parent: (node: Json) => string;
  contains: (data: Json) => SourceNode["contains"];
}

/** Larger graphs are not walked: each pair of nodes would be. */
const maxNodes = 300;
const flowLists = ["AgentFlowV2", "AgentFlow", "ChatFlow"];

/** The first flow of a file of Flowise. A flow in a string becomes an object. */
function findFlowise(root: Json): Json | undefined {
  const flow = flowLists.flatMap((list) => records(root[list]))[0] ?? root;
  if (typeof flow.flowData === "string") flow.flowData = JSON.parse(flow.flowData);
  return isRecord(flow.flowData) ? flow.flowData : Array.isArray(flow.nodes) ? flow : undefined;
}

const readDifyConditions = ({ conditions, logical_operator: operator }: Json) => ({
  any: operator === "or",
  all: records(conditions).map(({ variable_selector: selector, value }): SourceCondition => {
    const [first, ...rest] = Array.isArray(selector) ? selector.map(text) : [];
    return { node: first ?? "", variable: first === "sys" ? "message" : rest.join("."), value: text(value) };
  }),
});

const readFlowiseConditions = (inputs: unknown) =>
  records(record(inputs).conditions).map(({ value1, value2 }) => {
    const [one = "", other = ""] = [value1, value2].map((value) =>
      text(value)
        .replace(/<[^<>]{0,40}>/g, "")
        .trim(),
    );
    const [name, value] = one.startsWith("{{") ? [one, other] : [other, one];
    const [node = "", variable = "message"] = name.replace(/[{}\s]/g, "").split(".");
    return { any: false, all: [{ node, variable, value }] };
  });

const formats: Record<string, Format> = {
  flowise: {
    graph: findFlowise,
    relabel: (data, label) => Object.assign(data, { label }),
    callsModel: ({ name, category }) =>
      ["llmAgentflow", "agentAgentflow"].includes(text(name)) ||
      ["Agents", "Chains", "Engine"].includes(text(category)),
    ways: ({ name, outputAnchors }) =>
      /^condition(?:Agent)?Agentflow$/.test(text(name))
        ? Math.max(2, size(outputAnchors))
        : name === "humanInputAgentflow"
          ? 2
          : 1,
    cases: ({ id, name, outputAnchors, inputs }) => {
      if (name === "humanInputAgentflow") return { cases: [`${text(id)}-output-0`], otherwise: `${text(id)}-output-1` };
      const ways = records(outputAnchors).map(({ id }) => text(id));
      return name === "conditionAgentAgentflow"
        ? { cases: ways }
        : { cases: ways.slice(0, -1), otherwise: ways.at(-1), conditions: readFlowiseConditions(inputs) };
    },
    isApproval: ({ name }) => name === "humanInputAgentflow",
    choices: ({ id }) => new Map(["Approve", "Reject"].map((name, i) => [`${text(id)}-output-${i}`, name])),
    isStart: ({ name }) => name === "startAgentflow",
    parent: ({ parentNode }) => text(parentNode),
    contains: ({ name }) => (name === "iterationAgentflow" ? "items" : undefined),
  },
  dify: {
    graph: ({ workflow }) => (isRecord(workflow) ? record(workflow.graph) : undefined),
    relabel: (data, label) => Object.assign(data, { title: label }),
    callsModel: ({ type }) => ["llm", "agent", "parameter-extractor"].includes(text(type)),
    ways: ({ type, cases, classes, user_actions: actions, continues }) =>
      type === "human-input"
        ? Math.max(2, size(actions) + (continues ? 1 : 0))
        : type === "if-else"
          ? Math.max(2, size(cases) + 1)
          : type === "question-classifier"
            ? Math.max(2, size(classes))
            : 1,
    cases: ({ type, cases, classes, user_actions: actions, continues }) => {
      const ids = records(actions).map(({ id }) => text(id));
      if (type === "human-input")
        return continues || ids.length === 1
          ? { cases: ids, otherwise: "__timeout" }
          : { cases: ids.slice(0, -1), otherwise: ids.at(-1) };
      return type === "if-else"
        ? {
            cases: records(cases).map((one) => text(one.case_id)),
            otherwise: "false",
            conditions: records(cases).map(readDifyConditions),
          }
        : { cases: records(classes).map(({ id }) => text(id)) };
    },
    isApproval: ({ type }) => type === "human-input",
    choices: ({ user_actions: actions }) =>
      new Map([
        ...records(actions).map(({ id, title }) => [text(id), text(title)] as const),
        ["__timeout", "No response"],
      ]),
    isStart: ({ type }) => type === "start",
    parent: ({ parentId, data }) => text(parentId) || text(record(data).iteration_id),
    contains: ({ type }) => (type === "iteration" ? "items" : type === "loop" ? "loop" : undefined),
  },
  langflow: {
    graph: ({ data }) => record(data),
    relabel: ({ node }, label) => isRecord(node) && Object.assign(node, { display_name: label }),
    callsModel: ({ type }) => /Agent(?:Component)?$|^LanguageModelComponent$/.test(text(type)),
    ways: ({ type }) => (type === "ConditionalRouter" ? 2 : 1),
    cases: ({ node }, input) => {
      const value = text(record(record(record(node).template).match_text).value);
      const conditions = [{ any: false, all: [{ node: input, variable: "message", value }] }];
      return { cases: ["true_result"], otherwise: "false_result", conditions };
    },
    isApproval: () => false,
    isStart: () => false,
    parent: () => "",
    contains: () => undefined,
  },
};

/** Lets iterations lead to the nodes in them, and not to those elsewhere. Of nodes with the same id, the first one counts. */
function connectInner(nodes: SourceNode[], wires: SourceGraph["edges"]): Pick<SourceGraph, "edges" | "later"> {
  const first = new Map(nodes.toReversed().map((node) => [node.id, node]));
  for (const node of nodes)
    if (node.parent === node.id || !first.get(node.parent)?.contains) Object.assign(node, { parent: "" });
  const parentOf = (id: string) => first.get(id)?.parent ?? "";
  const edges = wires.filter(({ from, to }) => parentOf(from) === parentOf(to));
  const begins = ({ id, parent }: SourceNode) => {
    const start = first.get(parent)?.contains === "items" ? (first.get(parent)?.start ?? "") : "";
    return parentOf(start) === parent ? id === start : !edges.some(({ to }) => to === id);
  };
  const inside = [...first.values()].filter(({ parent }) => parent);
  const entries = inside.filter(begins).map(({ id, parent }) => ({ from: parent, to: id, way: "each item" }));
  const later = inside.flatMap(({ id, parent }) =>
    edges.filter(({ from }) => from === parent).map((edge) => ({ ...edge, from: id })),
  );
  return { edges: [...edges, ...entries], later };
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** Handles of Langflow are JSON with `œ` for quotes. */
const readHandle = (handle: string): Json =>
  handle.startsWith("{œ") ? record(parseJson(handle.replaceAll("œ", '"'))) : { name: handle };

/** Reads the graph of a file, or nothing if it has none. */
export function readSourceGraph(system: string, source: string): SourceGraph | undefined {
  const format = formats[system];
  if (!format) return undefined;
  const root: unknown = source.trimStart().startsWith("{") ? parseJson(source) : parse(source, { maxAliasCount: 100 });
  const graph = isRecord(root) ? format.graph(root) : undefined;
  if (!graph || size(graph.nodes) > maxNodes) return undefined;
  const inputs = new Map(
    records(graph.edges)
      .filter(({ targetHandle }) => readHandle(text(targetHandle)).fieldName === "input_text")
      .map(({ source: from, target }) => [text(target), text(from)]),
  );
  const timeouts = new Set(
    records(graph.edges)
      .filter(({ sourceHandle }) => sourceHandle === "__timeout")
      .map(({ source: from }) => text(from)),
  );
  const nodes = records(graph.nodes).map((node, i): SourceNode => {
    const label = `Node ${i}`;
    const id = text(node.id) || text(record(node.data).id);
    const data = record(node.data);
    const known = { ...data, id, continues: timeouts.has(id) };
    format.relabel(data, label);
    const isNote = text(node.type).toLowerCase().includes("note");
    return {
      id,
      label: system === "langflow" && !isRecord(data.node) ? "" : label,
      callsModel: !isNote && format.callsModel(data),
      inner: format.parent(node) !== "",
      parent: format.parent(node),
      contains: format.contains(data),
      start: text(data.start_node_id),
      ways: format.ways(known),
      ...format.cases(known, inputs.get(id) ?? ""),
      asks: format.isApproval(data),
      choices: format.choices?.(known),
    };
  });
  const approvals = new Map(
    nodes.toReversed().map(({ id, asks, cases, otherwise }) => [id, { asks, cases, otherwise }]),
  );
  const wires = records(graph.edges).map(({ source: from, target, sourceHandle }) => {
    const way = text(readHandle(text(sourceHandle)).name);
    const { asks, cases = [], otherwise } = approvals.get(text(from)) ?? {};
    return {
      from: text(from),
      to: text(target),
      way: asks && way !== otherwise && !cases.includes(way) ? (cases[0] ?? "") : way,
    };
  });
  const isStart = ({ inner }: SourceNode, i: number) => !inner && format.isStart(record(records(graph.nodes)[i]?.data));
  const starts = nodes.filter(isStart).map(({ id }) => id);
  return { nodes, ...connectInner(nodes, wires), starts, whenAll: system === "langflow", text: JSON.stringify(root) };
}

/** The agents of a program, in the order in which its workflow runs them. */
export function readRuns(source: string): { nodes: SourceNode[]; order: string[] } {
  const names = new Map<string, string>();
  const defined =
    /(?:^|\n)\s{0,8}(?:const\s)?(\w{1,80})\s?=\s?(?:new\s)?Agent\(\s{0,8}\{?\s{0,8}name(?:=|:\s)"([^"]{1,90})"/g;
  for (const [, id = "", label = ""] of source.matchAll(defined)) names.set(id, label);
  const workflow = source.slice(Math.max(0, source.search(/runWorkflow|def run_workflow|def main/)));
  const runs = [...workflow.matchAll(/unner\.run\(\s{0,40}(\w{1,80})/g)].map(([, id = ""]) => id);
  return {
    nodes: [...names].map(([id, label]) => ({
      id,
      label,
      callsModel: true,
      inner: false,
      parent: "",
      start: "",
      asks: false,
      ways: 1,
      cases: [],
    })),
    order: [...new Set(runs)].flatMap((id) => names.get(id) ?? []),
  };
}
