import { readForeignFiles } from "@/lib/server/api/import-export/foreign/recognize";
import type { ForeignFile, ForeignImport } from "@/lib/server/api/import-export/foreign/shared/foreign";
import {
  excludeEachOther,
  type FileBranch,
  findBranchFaults,
  findItemFaults,
  findStepFaults,
} from "./find-branch-faults";
import { readRuns, readSourceGraph, type SourceGraph, type SourceNode } from "./source-graph";

interface ImportedFile {
  app: { type: string; tasks?: string[]; branches?: FileBranch[]; after?: number[][]; agent?: string | null };
  tasks: { name: string; context: string[] }[];
}

type Next = Map<string, Set<string>>;

function reach(starts: Iterable<string>, next: Next): Set<string> {
  const seen = new Set(starts);
  for (const id of seen) for (const to of next.get(id) ?? []) seen.add(to);
  return seen;
}

function toNext(edges: SourceGraph["edges"]): Next {
  const next: Next = new Map();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  return next;
}

/** The tasks that come before each task: it waits for them, or for tasks that do. */
function findEarlier({ app, tasks }: ImportedFile): Next {
  const names = app.tasks ?? [];
  const next: Next = new Map();
  for (const [i, name] of names.entries()) {
    const context = tasks.find((task) => task.name === name)?.context ?? [];
    next.set(name, new Set([...context, ...(app.after?.[i] ?? []).flatMap((place) => names[place - 1] ?? [])]));
  }
  return new Map(names.map((name) => [name, reach(next.get(name) ?? [], next)]));
}

const toFile = ({ file }: ForeignImport): ImportedFile => file as never as ImportedFile;

/** What must hold of each node that calls a model: it runs, or the report says why it doesn't. */
function findNodeFaults(
  found: ForeignImport,
  nodes: readonly SourceNode[],
  isReachable: (id: string) => boolean,
  isUnreachable = (id: string): boolean => !isReachable(id),
): string[] {
  const { app } = toFile(found);
  const isRun = (name: string) => (app.tasks ?? []).includes(name) || app.agent === name;
  return nodes.flatMap(({ id, label, callsModel }) => {
    const [entry, ...others] = found.report.filter(({ part }) => part === label);
    if (!label) return [];
    if (!entry || others.length > 0)
      return [`${label} is in the report ${found.report.filter(({ part }) => part === label).length} times`];
    if (!callsModel) return [];
    const kept = entry.outcome === "taken" || entry.outcome === "approximated";
    if (kept && !isRun(label)) return [`${label} is reported as imported, but no task runs it`];
    if (isRun(label) && !isReachable(id)) return [`${label} runs, although nothing leads to it`];
    if (!kept && /^(?:|Muster has nothing like it\.)$/.test(entry.note)) return [`${label} is left without a reason`];
    if (!isUnreachable(id) && entry.note.includes("nothing in the flow leads to it"))
      return [`${label} is called unreachable`];
    return [];
  });
}

/** Edges on which the source goes back after a decision of a person, as the report says, or after one that it names as not imported. */
function findRepetitions(
  { report }: ForeignImport,
  { nodes, edges, later }: SourceGraph,
): Set<SourceGraph["edges"][number]> {
  const first = new Map(nodes.toReversed().map((node) => [node.id, node]));
  const isSaid = (label: string, choice: string) => {
    const note = report.find(({ part }) => part === label)?.note ?? "";
    const [said = ""] = /\bOn (.{1,200}), the source goes back\./.exec(note)?.slice(1) ?? [];
    if (note.startsWith("Not imported:")) return true;
    return choice !== "" && said.split(/, (?:or )?| or /).includes(choice);
  };
  const next = toNext([...edges, ...later]);
  return new Set(
    edges.filter(({ from, to, way }) => {
      const { asks, label = "", choices } = first.get(from) ?? {};
      return asks && isSaid(label, choices?.get(way) ?? "") && reach([to], next).has(from);
    }),
  );
}

/** Decisions of people that are imported, and go back without a word. */
function findRepetitionFaults(found: ForeignImport, graph: SourceGraph, entries: readonly string[]): string[] {
  const { nodes, edges, later } = graph;
  const said = findRepetitions(found, graph);
  const kept = toNext([...edges, ...later].filter((edge) => !said.has(edge)));
  const reachable = reach(entries, toNext([...edges, ...later]));
  const first = new Map(nodes.toReversed().map((node) => [node.id, node]));
  const branches = new Set((toFile(found).app.branches ?? []).map(({ name }) => name));
  const labelOf = (id: string) => first.get(id)?.label ?? "";
  return edges
    .filter(({ from }) => first.get(from)?.asks && reachable.has(from))
    .flatMap((edge) => {
      const { from, to } = edge;
      const isLoop = !said.has(edge) && reach([to], kept).has(from);
      return isLoop && branches.has(labelOf(from)) ? [`${labelOf(from)} goes back to ${labelOf(to)}`] : [];
    });
}

/** Pairs of tasks whose order got lost. */
function findPairFaults(found: ForeignImport, graph: SourceGraph, isReachable: (id: string) => boolean): string[] {
  const said = findRepetitions(found, graph);
  const next = toNext([...graph.edges, ...graph.later].filter((edge) => !said.has(edge)));
  const earlier = findEarlier(toFile(found));
  const after = new Map(graph.nodes.map(({ id }) => [id, reach(next.get(id) ?? [], next)]));
  const tasks = graph.nodes.filter(({ id, label }) => earlier.has(label) && isReachable(id));
  return tasks.flatMap((first) =>
    tasks
      .filter((second) => after.get(first.id)?.has(second.id) && !after.get(second.id)?.has(first.id))
      .filter((second) => !earlier.get(second.label)?.has(first.label))
      .map((second) => `${second.label} doesn't wait for ${first.label}`),
  );
}

function findGraphFaults(found: ForeignImport, graph: SourceGraph): string[] {
  const { nodes, edges, starts } = graph;
  const targets = new Set(edges.map(({ to }) => to));
  const entries =
    starts.length > 0 ? starts : nodes.filter(({ id, inner }) => !targets.has(id) && !inner).map(({ id }) => id);
  const said = findRepetitions(found, graph);
  const reachable = reach(entries, toNext(edges));
  const isReachable = (id: string) => reachable.has(id);
  return [
    ...findNodeFaults(found, nodes, isReachable),
    ...findPairFaults(found, graph, isReachable),
    ...findBranchFaults(toFile(found).app, { ...graph, edges: edges.filter((edge) => !said.has(edge)) }, (taken) =>
      reach(entries, toNext(taken)),
    ),
    ...findItemFaults(toFile(found).app, graph),
    ...findStepFaults(toFile(found).app),
    ...findRepetitionFaults(found, graph, entries),
  ];
}

function findProgramFaults(found: ForeignImport, source: string): string[] {
  const { nodes, order } = readRuns(source);
  const earlier = findEarlier(toFile(found));
  const tasks = order.filter((label) => earlier.has(label));
  const pairs = tasks.flatMap((second, i) => tasks.slice(0, i).map((first) => [first, second] as const));
  const { app } = toFile(found);
  const unordered = pairs.filter(
    ([first, second]) => !earlier.get(second)?.has(first) && !excludeEachOther(app, first, second),
  );
  const isRun = (id: string) => order.includes(nodes.find((node) => node.id === id)?.label ?? "");
  return [
    // What follows a return may be unreachable.
    ...findNodeFaults(found, nodes, isRun, () => true),
    ...unordered.map(([first, second]) => `${second} doesn't wait for ${first}`),
  ];
}

/**
 * Walks the graph of a source from entry to end, and compares it with the import. Returns each pair of nodes whose order
 * got lost, and each node that got lost without a word.
 */
export function findOrderFaults(files: readonly ForeignFile[]): string[] {
  const original = readForeignFiles(files);
  if (!("report" in original)) return [];
  const { system, version } = original.source;
  if (system === "agent-builder") return findProgramFaults(original, files[0]?.text ?? "");
  const [graph] = files.flatMap(({ text }) => readSourceGraph(system, text) ?? []);
  if (!graph || version === "agentflow v1") return [];
  const found = readForeignFiles([{ path: "Relabeled.json", text: graph.text }]);
  return "report" in found ? findGraphFaults(found, graph) : [`Unreadable with other labels: ${JSON.stringify(found)}`];
}
