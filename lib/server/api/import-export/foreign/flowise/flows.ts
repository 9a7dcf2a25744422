import { asList, asRecord, asRecords, asText, isRecord, type Json, parseInner } from "../shared/values.ts";

/** A flow of a file, whatever the file's shape. */
export interface FlowiseFlow {
  name: string;
  description: string;
  nodes: Json[];
  edges: Json[];
}

/** What a file of Flowise holds. */
export interface FlowiseContent {
  flows: FlowiseFlow[];
  tools: Json[];
  variables: Json[];
  stores: Json[];
  /** Names of what else is in a workspace's export, with their numbers. */
  others: [string, number][];
}

const flowLists = ["AgentFlowV2", "AgentFlow", "ChatFlow"];
const workspaceLists = [...flowLists, "Tool", "Variable", "DocumentStore"];

const isFlow = (value: unknown): value is Json =>
  isRecord(value) && Array.isArray(value.nodes) && Array.isArray(value.edges);

function toFlow(value: Json, fallback: string): FlowiseFlow | undefined {
  const inner = parseInner(value.flowData);
  const graph = isFlow(inner) ? inner : isFlow(value) ? value : undefined;
  if (!graph) return undefined;
  const named = asRecord(value.chatflow);
  const name = asText(value.name) || asText(named.name) || fallback;
  const description = asText(value.description) || asText(named.description);
  return { name, description, nodes: asRecords(graph.nodes), edges: asRecords(graph.edges) };
}

const isTool = (value: unknown): boolean => isRecord(value) && typeof value.func === "string" && "schema" in value;
const isWorkspace = (value: unknown): boolean =>
  isRecord(value) && flowLists.some((name) => Array.isArray(value[name]));

/** Whether nodes are those of Flowise: their data has a name and inputs. */
export const isFlowise = (value: unknown): boolean => {
  if (isTool(value) || isWorkspace(value)) return true;
  if (!isRecord(value)) return false;
  const flow = toFlow(value, "");
  return (
    flow?.nodes.some(({ data }) => isRecord(data) && "name" in data && ("inputs" in data || "inputParams" in data)) ??
    false
  );
};

export function readContent(value: Json, fallback: string): FlowiseContent {
  if (isTool(value)) return { flows: [], tools: [value], variables: [], stores: [], others: [] };
  if (!isWorkspace(value)) {
    const flow = toFlow(value, fallback);
    return { flows: flow ? [flow] : [], tools: [], variables: [], stores: [], others: [] };
  }
  return {
    flows: flowLists.flatMap((list) => asRecords(value[list]).flatMap((one) => toFlow(one, fallback) ?? [])),
    tools: asRecords(value.Tool),
    variables: asRecords(value.Variable),
    stores: asRecords(value.DocumentStore),
    others: Object.entries(value)
      .filter(([name, list]) => !workspaceLists.includes(name) && asList(list).length > 0)
      .map(([name, list]) => [name, asList(list).length]),
  };
}
