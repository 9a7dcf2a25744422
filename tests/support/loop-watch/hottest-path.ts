import type { Profiler } from "node:inspector";

type Node = Profiler.ProfileNode;

const framesMost = 12;

/** Where most of a profile's samples were taken: the functions from the innermost one outwards. */
export function hottestPath({ nodes, samples = [] }: Profiler.Profile): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const hits = new Map<number, number>();
  for (const id of samples) hits.set(id, (hits.get(id) ?? 0) + 1);
  const busy = [...hits].filter(([id]) => !["(idle)", "(program)"].includes(nameOf(byId.get(id))));
  const [hottest] = busy.sort(([, a], [, b]) => b - a);
  if (!hottest) return "nothing";
  const path: string[] = [];
  for (let id: number | undefined = hottest[0]; id !== undefined; id = parents.get(id)) {
    const node = byId.get(id);
    if (node && node.callFrame.functionName !== "(root)") path.push(placeOf(node));
  }
  return `${hottest[1]} of ${samples.length} samples in ${path.slice(0, framesMost).join(" < ")}`;
}

const nameOf = (node: Node | undefined): string => node?.callFrame.functionName ?? "";

function placeOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  const file = url.split("/").slice(-3).join("/");
  return file ? `${functionName || "?"} (${file}:${lineNumber + 1})` : functionName || "?";
}
