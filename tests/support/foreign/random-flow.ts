import { flowiseEdge, flowiseNode } from "../foreign-files";
import { randomFrom } from "../random";

/** A graph without a system: what its nodes do, and what follows them. */
interface RandomFlow {
  nodes: {
    id: string;
    kind: "start" | "work" | "branch" | "approval" | "other" | "iteration";
    ways: number;
    /** The iteration that it is in. */
    parent?: string;
  }[];
  edges: { from: string; to: string; way: number }[];
}

const kinds = ["work", "work", "work", "work", "branch", "approval", "other"] as const;

/** A graph of up to 14 nodes: some are unreachable, have the id of another one, or lead back to an earlier one. */
function createFlow(random: () => number): RandomFlow {
  const below = (many: number) => Math.floor(random() * many);
  const size = 2 + below(13);
  const nodes = Array.from({ length: size }, (_, i): RandomFlow["nodes"][number] => {
    const kind = i === 0 && random() < 0.9 ? "start" : (kinds[below(kinds.length)] ?? "work");
    const isTwin = i > 1 && random() < 0.04;
    return {
      id: `n${isTwin ? below(i) : i}`,
      kind,
      ways: kind === "branch" ? 2 + below(2) : kind === "approval" ? 2 : 1,
    };
  });
  const dense = 0.5 + random() * 1.5;
  const edges = Array.from({ length: Math.ceil(size * dense) }, () => {
    const one = below(size);
    const other = below(size);
    const isBack = random() < 0.04;
    const [first = 0, second = 0] = isBack ? [one, other] : [Math.min(one, other), Math.max(one, other)];
    const from = nodes[first];
    return {
      from: from?.id ?? "",
      to: random() < 0.02 ? "missing" : (nodes[second]?.id ?? ""),
      way: below(from?.ways ?? 1),
      self: first === second,
    };
  }).filter(({ self }) => !self || random() < 0.05);
  return { nodes: nodes.toSorted(() => random() - 0.5), edges };
}

/** Turns some nodes into iterations with a graph in each, and rarely with one in another. Some parents and edges are wrong. */
function addIterations(flow: RandomFlow, random: () => number, depth = 0): RandomFlow {
  const hasItems = () => random() < (depth === 0 ? 0.3 : 0.05);
  const nodes = flow.nodes.map((node) =>
    ["work", "other"].includes(node.kind) && hasItems() ? { ...node, kind: "iteration" as const } : node,
  );
  const inner = nodes
    .filter(({ kind }) => kind === "iteration")
    .map(({ id }): RandomFlow => {
      const own = depth < 2 ? addIterations(createFlow(random), random, depth + 1) : { nodes: [], edges: [] };
      const move = (one: string) => `${id}x${one}`;
      const others = [...nodes, ...own.nodes].map((one) => one.id);
      const findParent = (parent: string | undefined) =>
        random() < 0.03 ? others[Math.floor(random() * others.length)] : parent === undefined ? id : move(parent);
      return {
        nodes: own.nodes.map((node) => ({ ...node, id: move(node.id), parent: findParent(node.parent) ?? "missing" })),
        edges: own.edges.map(({ from, to, way }) => ({
          from: random() < 0.02 ? from : move(from),
          to: random() < 0.02 ? id : move(to),
          way,
        })),
      };
    });
  return {
    nodes: [...nodes, ...inner.flatMap((one) => one.nodes)],
    edges: [...flow.edges, ...inner.flatMap((one) => one.edges)],
  };
}

const flowiseNames = {
  start: "startAgentflow",
  work: "llmAgentflow",
  branch: "conditionAgentflow",
  approval: "humanInputAgentflow",
  other: "httpAgentflow",
  iteration: "iterationAgentflow",
};

/** What a condition compares: mostly a variable, else the output of a node or another value in each case. */
const isOutput = (id: string, i = 0): boolean => id.endsWith("3") || (id.endsWith("5") && i === 1);
const toVariableName = (id: string, way: number): string => (id.endsWith("7") ? `v${way}` : "topic");
/** A comparison that branches of Muster don't have. */
const isForeign = (id: string, way: number): boolean => id.endsWith("9") && way === 1;

const toConditions = (id: string, many: number) =>
  Array.from({ length: many }, (_, way) => ({
    type: "string",
    value1: `<p>{{ ${isOutput(id, way) ? "n1" : `$form.${toVariableName(id, way)}`} }}</p>`,
    operation: isForeign(id, way) ? "largerEqual" : "equal",
    value2: `<p>Value ${way}</p>`,
  }));

/** As an agentflow of Flowise. */
export function toAgentflow({ nodes, edges }: RandomFlow): string {
  const outputs = (id: string, ways: number) =>
    Array.from({ length: ways }, (_, way) => ({ id: `${id}-output-${way}` }));
  return JSON.stringify({
    nodes: [
      ...nodes.map(({ id, kind, ways, parent }) => ({
        ...(parent && { parentNode: parent, extent: "parent" }),
        ...flowiseNode(
          id,
          flowiseNames[kind],
          {
            llmUserMessage: `Do ${id} with {{ n1 }} for {{ $iteration }}.`,
            ...(kind === "iteration" && { iterationInput: id.endsWith("1") ? '["a"]' : "<p>{{ n1 }}</p>" }),
            ...(kind === "branch" && { conditions: toConditions(id, ways - 1) }),
          },
          { outputAnchors: outputs(id, ways) },
        ),
      })),
      flowiseNode("note", "stickyNoteAgentflow", {}),
    ],
    edges: edges.map(({ from, to, way }) => flowiseEdge(from, to, `${from}-output-${way}`)),
  });
}

/** As a chatflow of Flowise, in which nothing branches. */
export function toChatflow({ nodes, edges }: RandomFlow): string {
  return JSON.stringify({
    nodes: nodes.map(({ id, kind }) =>
      flowiseNode(
        id,
        kind === "work" ? "llmChain" : "calculator",
        {},
        { category: kind === "work" ? "Chains" : "Tools" },
      ),
    ),
    edges: edges.map(({ from, to, way }) => flowiseEdge(from, to, "", way === 0 ? "prompt" : "tools")),
  });
}

const difyTypes = {
  start: "start",
  work: "llm",
  branch: "if-else",
  approval: "human-input",
  other: "code",
  iteration: "iteration",
};

/** As a workflow of Dify. Ways out are named by their cases, the last one `false`. */
export function toDify({ nodes, edges }: RandomFlow, mode = "workflow"): string {
  const waysOf = (from: string) => nodes.find(({ id }) => id === from)?.ways ?? 1;
  /** Some continue if no one responds in time, instead of after the last action. */
  const toHandle = (from: string, way: number) =>
    waysOf(from) === 1
      ? "source"
      : nodes.find(({ id }) => id === from)?.kind === "approval"
        ? way === 1 && from.endsWith("4")
          ? "__timeout"
          : `action ${way}`
        : way === waysOf(from) - 1
          ? "false"
          : `case ${way}`;
  return JSON.stringify({
    app: { name: "Random", mode },
    kind: "app",
    version: "0.3.0",
    workflow: {
      graph: {
        nodes: nodes.map(({ id, kind, ways, parent }) => ({
          id,
          ...(parent && { parentId: parent }),
          data: {
            title: id,
            type: parent && kind === "start" ? "iteration-start" : difyTypes[kind],
            ...(parent && { isInIteration: true, iteration_id: parent }),
            ...(kind === "iteration" && {
              iterator_selector: id.endsWith("1") ? ["env", "list"] : ["n1", "text"],
              output_selector: [`${id}xn2`, "text"],
              start_node_id: `${id}xn0`,
            }),
            ...(kind === "branch" && {
              cases: Array.from({ length: ways - 1 }, (_, way) => ({
                case_id: `case ${way}`,
                logical_operator: way === 1 ? "or" : "and",
                conditions: Array.from({ length: id.endsWith("7") ? 3 : id.endsWith("5") ? 2 : 1 }, (_one, i) => ({
                  comparison_operator: isForeign(id, way) ? "≥" : "contains",
                  value: `value ${way} ${i}`,
                  variable_selector: isOutput(id, i) ? ["n1", "text"] : ["env", toVariableName(id, way + i)],
                })),
              })),
            }),
            ...(kind === "approval" && {
              form_content: "Go on with {{#n1.text#}}?",
              user_actions: Array.from({ length: 2 }, (_, way) => ({ id: `action ${way}`, title: `Action ${way}` })),
            }),
            ...(kind === "work" && { prompt_template: [{ role: "user", text: "Do it with {{#n1.text#}}." }] }),
          },
        })),
        edges: edges.map(({ from, to, way }) => ({ source: from, target: to, sourceHandle: toHandle(from, way) })),
      },
    },
  });
}

const langflowTypes = {
  start: "ChatInput",
  work: "Agent",
  branch: "ConditionalRouter",
  approval: "Prompt",
  other: "CustomComponent",
  iteration: "LoopComponent",
};

/** As a flow of Langflow. */
export function toLangflow({ nodes, edges }: RandomFlow): string {
  const toHandle = (handle: object) => JSON.stringify(handle).replaceAll('"', "œ");
  const isBranch = (id: string) => nodes.find((node) => node.id === id)?.kind === "branch";
  return JSON.stringify({
    name: "Random",
    last_tested_version: "1.4.2",
    data: {
      nodes: nodes.map(({ id, kind }) => ({
        id,
        data: {
          id,
          type: langflowTypes[kind],
          node: { display_name: id, template: { model_name: { value: "gpt-4.1" }, match_text: { value: "yes" } } },
        },
      })),
      edges: edges.map(({ from, to, way }) => ({
        source: from,
        target: to,
        sourceHandle: toHandle({ name: way === 0 ? "true_result" : "false_result" }),
        targetHandle: toHandle({ fieldName: isBranch(to) ? "input_text" : way === 0 ? "input_value" : "tools" }),
      })),
    },
  });
}

/** The flow of a seed. */
export const createRandomFlow = (seed: number): RandomFlow => createFlow(randomFrom(seed));

/** The flow of a seed, with iterations. */
export function createRandomIterations(seed: number): RandomFlow {
  const random = randomFrom(seed);
  return addIterations(createFlow(random), random);
}
