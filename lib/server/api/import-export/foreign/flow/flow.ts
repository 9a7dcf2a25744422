import { ForeignProblem, maxNodes } from "../shared/foreign.ts";

export interface FlowNode {
  id: string;
  /** For a branch: how many ways out it has, whether connected or not. */
  ways?: number;
}
export interface FlowEdge {
  from: string;
  to: string;
  /** The way out of `from`. */
  way: string;
}

/** The order of a flow, and what has no place in it. */
export interface Flow {
  /** Reachable nodes, each after those that lead to it. */
  order: string[];
  /** Nodes that lead back to themselves, and those that only they lead to. */
  circular: Set<string>;
  unreachable: Set<string>;
}

function checkSize(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): void {
  if (nodes.length > maxNodes)
    throw new ForeignProblem(`It has more than ${maxNodes.toLocaleString("en")} nodes. Split it into several flows.`);
  if (edges.length > maxNodes * 5)
    throw new ForeignProblem("It has too many connections. Split it into several flows.");
}

/** Adds to the list of a key. */
export const push = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

function reach(starts: Iterable<string>, next: Map<string, string[]>): Set<string> {
  const seen = new Set(starts);
  const open = [...seen];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const to of next.get(at) ?? [])
      if (!seen.has(to)) {
        seen.add(to);
        open.push(to);
      }
  return seen;
}

/**
 * By node: the edges from some nodes that lead back to where they come from. Nodes that are reached later come first, and the
 * edges that are found no longer count for the others.
 */
export function findBackEdges(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  entries: readonly string[],
  isWanted: (id: string) => boolean,
): Map<string, FlowEdge[]> {
  checkSize(nodes, edges);
  const next = new Map<string, string[]>();
  const out = new Map<string, FlowEdge[]>();
  const into = new Map<string, FlowEdge[]>();
  for (const edge of edges) {
    push(next, edge.from, edge.to);
    push(out, edge.from, edge);
    push(into, edge.to, edge);
  }
  const found = new Set<FlowEdge>();
  const backEdges = new Map<string, FlowEdge[]>();
  for (const id of [...reach(entries, next)].filter(isWanted).toReversed()) {
    const before = new Set([id]);
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const edge of into.get(at) ?? [])
        if (!found.has(edge) && !before.has(edge.from)) {
          before.add(edge.from);
          open.push(edge.from);
        }
    const back = (out.get(id) ?? []).filter(({ to }) => before.has(to));
    if (back.length > 0) backEdges.set(id, back);
    for (const edge of back) found.add(edge);
  }
  return backEdges;
}

/** Puts a flow in order from its entries. Takes time in proportion to its nodes and edges. */
export function orderFlow(nodes: readonly FlowNode[], allEdges: readonly FlowEdge[], entries: readonly string[]): Flow {
  checkSize(nodes, allEdges);
  const known = new Set(nodes.map(({ id }) => id));
  const edges = allEdges.filter(({ from, to }) => known.has(from) && known.has(to));
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) push(next, from, to);
  const reachable = reach(
    entries.filter((id) => known.has(id)),
    next,
  );
  const before = new Map<string, number>();
  for (const { from, to } of edges) if (reachable.has(from)) before.set(to, (before.get(to) ?? 0) + 1);
  const order: string[] = [];
  const open = nodes.map(({ id }) => id).filter((id) => reachable.has(id) && !before.get(id));
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    order.push(at);
    for (const to of next.get(at) ?? []) {
      const left = (before.get(to) ?? 1) - 1;
      before.set(to, left);
      if (left === 0) open.push(to);
    }
  }
  const ordered = new Set(order);
  return {
    order,
    circular: new Set([...reachable].filter((id) => !ordered.has(id))),
    unreachable: new Set([...known].filter((id) => !reachable.has(id))),
  };
}
