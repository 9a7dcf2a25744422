import { readForeignFiles } from "@/lib/server/api/import-export/foreign/recognize";
import type { ForeignFile, ForeignImport } from "@/lib/server/api/import-export/foreign/shared/foreign";
import { excludeEachOther, findBranchFaults, findItemFaults, findStepFaults } from "./find-branch-faults";
import { readRuns, readSourceGraph, type SourceGraph, type SourceNode } from "./source-graph";

interface ImportedFile {
  app: { type: string; tasks?: string[]; after?: number[][]; agent?: string | null };
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

/** The edges without those on which the flow goes back after a rejection: what follows is a repetition. */
function withoutRepetitions({ nodes, edges, later }: SourceGraph, all: SourceGraph["edges"]): SourceGraph["edges"] {
  const next = toNext([...edges, ...later]);
  const first = new Map(nodes.toReversed().map((node) => [node.id, node]));
  const isRejection = (from: string, way: string) => first.get(from)?.asks && first.get(from)?.otherwise === way;
  return all.filter(({ from, to, way }) => !isRejection(from, way) || !reach([to], next).has(from));
}

/** Approvals after which a rejection goes back, without a word about it. */
function findUnsaidRepetitions(
  { report }: ForeignImport,
  graph: SourceGraph,
  isReachable: (id: string) => boolean,
): string[] {
  const kept = new Set(withoutRepetitions(graph, graph.edges));
  const asking = new Set(graph.edges.filter((edge) => !kept.has(edge)).map(({ from }) => from));
  const said = /^Not imported: |^No task follows it\.|On .{1,100}, the source goes back\./;
  const first = new Map(graph.nodes.toReversed().map((node) => [node.id, node]));
  const labels = [...first.values()].filter(({ id }) => asking.has(id) && isReachable(id)).map(({ label }) => label);
  return report
    .filter(({ part, note }) => labels.includes(part) && !said.test(note))
    .map(({ part, note }) => `${part} goes back: ${note}`);
}

/** Pairs of tasks whose order got lost. */
function findPairFaults(found: ForeignImport, graph: SourceGraph, isReachable: (id: string) => boolean): string[] {
  const next = toNext(withoutRepetitions(graph, [...graph.edges, ...graph.later]));
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
  const reachable = reach(entries, toNext(edges));
  const isReachable = (id: string) => reachable.has(id);
  return [
    ...findNodeFaults(found, nodes, isReachable),
    ...findPairFaults(found, graph, isReachable),
    ...findBranchFaults(toFile(found).app, { ...graph, edges: withoutRepetitions(graph, edges) }, (taken) =>
      reach(entries, toNext(taken)),
    ),
    ...findItemFaults(toFile(found).app, graph),
    ...findStepFaults(toFile(found).app),
    ...findUnsaidRepetitions(found, graph, isReachable),
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
