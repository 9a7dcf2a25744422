import { checkFlow } from "@/lib/contract/apps/check-flow";
import { branchPart } from "@/lib/contract/transfers/branches";
import { toBranchedFlow } from "@/lib/server/resources/apps/branch-part";
import type { SourceCondition, SourceGraph, SourceNode } from "./source-graph";

interface FileCondition {
  source?: string | null;
  variable?: string;
  value: string;
}
export interface FileBranch extends FileCondition {
  id: string;
  name: string;
  by: string;
  instructions?: string;
  source: string | null;
  itemTasks?: string[];
  cases: (FileCondition & { id: string; tasks: string[]; conditions?: FileCondition[]; match?: string })[];
  defaultTasks: string[];
  within: { branch: string; cases: string[] } | null;
}
export interface ImportedProcess {
  tasks?: string[];
  branches?: FileBranch[];
}

const maxChoices = 200;

const listCases = ({ cases, defaultTasks, itemTasks = [] }: FileBranch) => [
  ...cases,
  { id: "default", tasks: defaultTasks },
  { id: "each_item", tasks: itemTasks },
];

/** The ways out of a branch, whether something follows them or not. */
function listWays({ id, ways, cases, otherwise }: SourceNode, edges: SourceGraph["edges"]): string[] {
  const used = edges.filter(({ from }) => from === id).map(({ way }) => way);
  const known = new Set([...cases, ...(otherwise ? [otherwise] : []), ...used]);
  return [...known, ...(known.size < ways ? ["another way"] : [])];
}

/** Each combination of one way out for each branch; of many, the first ones. */
function listChoices(branches: readonly SourceNode[], edges: SourceGraph["edges"]): Map<string, string>[] {
  let choices = [new Map<string, string>()];
  for (const branch of branches)
    choices = choices
      .flatMap((choice) => listWays(branch, edges).map((way) => new Map([...choice, [branch.id, way]])))
      .slice(0, maxChoices);
  return choices;
}

/** The tasks that an imported process runs. */
export function findRun(
  { tasks = [], branches = [] }: ImportedProcess,
  caseOf: (branch: FileBranch) => string,
): Set<string> {
  const taken = new Map(branches.map((branch) => [branch.id, caseOf(branch)]));
  const isActive = ({ within }: Pick<FileBranch, "within">): boolean => {
    const outer = branches.find(({ id }) => id === within?.branch);
    return !within || (outer !== undefined && within.cases.includes(taken.get(outer.id) ?? "") && isActive(outer));
  };
  const runs = (task: string): boolean =>
    branches.every((branch) => {
      const own = listCases(branch)
        .filter((one) => one.tasks.includes(task))
        .map(({ id }) => id);
      return own.length === 0 || (isActive(branch) && own.includes(taken.get(branch.id) ?? ""));
    });
  return new Set(tasks.filter(runs));
}

/** Comparisons that differ from those of the source: of what, with which values, and whether all must match. */
function findConditionFaults({ tasks = [], branches = [] }: ImportedProcess, nodes: readonly SourceNode[]): string[] {
  /** Of an iteration, the output is that of a task in it; or it is its item. */
  const listNames = ({ node, variable }: SourceCondition) => {
    const own = tasks.filter((task) => nodes.some(({ id, label }) => id === node && label === task));
    const isIteration = nodes.some(({ id, contains }) => id === node && contains === "items");
    const inner = nodes.filter(({ parent, label }) => isIteration && parent === node && tasks.includes(label));
    return isIteration || own.length === 0 ? [...own, variable, ...inner.map(({ label }) => label)] : own;
  };
  return branches
    .filter(({ by }) => by === "value")
    .flatMap((branch) => {
      const { conditions = [] } = nodes.find(({ label }) => label === branch.name) ?? {};
      const found = branch.cases.map((one) => ({
        any: one.match === "any" && one.conditions !== undefined,
        all: [one, ...(one.conditions ?? [])].map(({ source, variable, value }) => {
          const own = source || variable || branch.source || branch.variable || "";
          return [own, value];
        }),
      }));
      const expected = conditions.map(({ any, all }, i) => ({
        any: any && all.length > 1,
        all: all.map((one, j) => {
          const names = listNames(one);
          const said = found[i]?.all[j]?.[0] ?? "";
          return [names.includes(said) ? said : names[0], one.value];
        }),
      }));
      const isSame = JSON.stringify(found) === JSON.stringify(expected);
      return isSame ? [] : [`${branch.name} compares ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
    });
}

/**
 * The nodes that run by each choice, if a node needs all that leads to it: what leads to it and doesn't run is made up for by what
 * does, if no choice lets both run.
 */
function findLive(ids: string[], edges: SourceGraph["edges"], choices: Map<string, string>[]): Set<string>[] {
  const runs = new Map<string, boolean[]>();
  for (let open = ids; open.length > 0; ) {
    const ready = open.filter((id) =>
      edges.every(({ from, to }) => to !== id || runs.has(from) || !ids.includes(from)),
    );
    if (ready.length === 0) break;
    for (const id of ready) {
      const inputs = edges
        .filter(({ from, to }) => to === id && ids.includes(from))
        .map(({ from, way }) => choices.map((choice, i) => runs.get(from)?.[i] && (choice.get(from) ?? way) === way));
      const excludes = (one: unknown[], other: unknown[]) => one.every((live, i) => !live || !other[i]);
      const isLive = (i: number) =>
        inputs.some((one) => one[i]) &&
        inputs.every((one) => one[i] || inputs.some((other) => other[i] && excludes(one, other)));
      runs.set(
        id,
        choices.map((_choice, i) => inputs.length === 0 || isLive(i)),
      );
    }
    open = open.filter((id) => !ready.includes(id));
  }
  return choices.map((_choice, i) => new Set(ids.filter((id) => runs.get(id)?.[i])));
}

/** Whatever branches choose, the tasks that run are those of the nodes that the source reaches. */
export function findBranchFaults(
  app: ImportedProcess,
  { nodes, edges, whenAll }: SourceGraph,
  reachBy: (edges: SourceGraph["edges"]) => ReadonlySet<string>,
): string[] {
  const first = new Map(nodes.toReversed().map((node) => [node.id, node]));
  const branches = [...first.values()].filter(({ ways }) => ways > 1);
  const choices = listChoices(branches, edges);
  const live = whenAll ? findLive([...reachBy(edges)], edges, choices) : undefined;
  const faults = choices.flatMap((choice, i) => {
    const isTaken = ({ from, way }: SourceGraph["edges"][number]) => !choice.has(from) || choice.get(from) === way;
    const reached = live?.[i] ?? reachBy(edges.filter(isTaken));
    const runs = findRun(app, ({ name, by }) => {
      if (by === "items") return "each_item";
      const branch = branches.find(({ label }) => label === name);
      const number = branch?.cases.indexOf(choice.get(branch.id) ?? "") ?? -1;
      return number < 0 ? "default" : `case_${number + 1}`;
    });
    const chosen = [...choice].map(([id, way]) => `${first.get(id)?.label}: ${way}`).join(", ");
    return [...first.values()]
      .filter(({ id, label }) => app.tasks?.includes(label) && reached.has(id) !== runs.has(label))
      .map(({ label }) => `${label} ${runs.has(label) ? "runs" : "doesn't run"} with ${chosen}`);
  });
  return [...findConditionFaults(app, [...first.values()]), ...faults].slice(0, 5);
}

/** Whether two tasks are in cases of a branch that exclude each other. */
export function excludeEachOther({ branches = [] }: ImportedProcess, one: string, other: string): boolean {
  const listPlaces = (task: string) => {
    const places = new Map<string, string[]>();
    for (const branch of branches) {
      const own = listCases(branch).filter(({ tasks }) => tasks.includes(task));
      if (own.length > 0)
        places.set(
          branch.id,
          own.map(({ id }) => id),
        );
    }
    for (const id of places.keys()) {
      const { within } = branches.find((branch) => branch.id === id) ?? {};
      if (within) places.set(within.branch, within.cases);
    }
    return places;
  };
  const others = listPlaces(other);
  return [...listPlaces(one)].some(([id, cases]) => others.get(id)?.every((found) => !cases.includes(found)));
}

/** The name of the iteration that a task is in; empty: none. */
function findIteration({ branches = [] }: ImportedProcess, task: string): string {
  let at = branches.find((branch) => listCases(branch).some(({ tasks }) => tasks.includes(task)));
  while (at && at.by !== "items") {
    const { within } = at;
    at = branches.find(({ id }) => id === within?.branch);
  }
  return at?.name ?? "";
}

/** What is wrong with the steps of an imported process. */
export function findStepFaults({ tasks = [], branches = [] }: ImportedProcess): string[] {
  const faults: string[] = [];
  const parts = branches.map((one) => branchPart.parse(one));
  checkFlow(toBranchedFlow({ taskIds: tasks, after: {} }, parts), { addIssue: ({ message }) => faults.push(message) });
  return faults;
}

/** Each task runs for the items of the iteration that it is in, and of no other. */
export function findItemFaults(app: ImportedProcess, { nodes }: SourceGraph): string[] {
  const first = new Map(nodes.toReversed().map((node) => [node.id, node]));
  return [...first.values()].flatMap(({ label, parent }) => {
    if (!app.tasks?.includes(label)) return [];
    const outer = first.get(parent);
    if (outer && (outer.contains !== "items" || outer.parent)) return [`${label} runs outside of ${outer.label}`];
    const found = findIteration(app, label);
    return found === (outer?.label ?? "") ? [] : [`${label} runs for the items of “${found}”, not “${outer?.label}”`];
  });
}
