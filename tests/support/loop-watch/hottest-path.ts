import type { Profiler } from "node:inspector";

type Node = Profiler.ProfileNode;

const maxFrames = 12;

/** The longest stretch of samples without a moment of rest: the block is somewhere in it. */
function longestStretch(samples: number[], rests: Set<number>): number[] {
  let longest: number[] = [];
  let stretch: number[] = [];
  for (const id of samples) {
    if (rests.has(id)) stretch = [];
    else stretch.push(id);
    if (stretch.length > longest.length) longest = stretch;
  }
  return longest;
}

/** Where most samples of a profile's busiest stretch were taken: the functions from the innermost one outwards. */
export function hottestPath({ nodes, samples = [] }: Profiler.Profile): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const rests = new Set(nodes.filter((node) => nameOf(node) === "(idle)").map(({ id }) => id));
  const busy = longestStretch(samples, rests);
  const hits = new Map<number, number>();
  for (const id of busy) hits.set(id, (hits.get(id) ?? 0) + 1);
  const [hottest] = [...hits].sort(([, a], [, b]) => b - a);
  if (!hottest) return "nothing";
  const path: string[] = [];
  for (let id: number | undefined = hottest[0]; id !== undefined; id = parents.get(id)) {
    const node = byId.get(id);
    if (node && node.callFrame.functionName !== "(root)") path.push(placeOf(node));
  }
  return `${hottest[1]} of ${busy.length} samples in ${path.slice(0, maxFrames).join(" < ")}`;
}

const nameOf = (node: Node | undefined): string => node?.callFrame.functionName ?? "";

function placeOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  const file = url.split("/").slice(-3).join("/");
  return file ? `${functionName || "?"} (${file}:${lineNumber + 1})` : functionName || "?";
}
