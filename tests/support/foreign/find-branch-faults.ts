import type { SourceCondition, SourceGraph, SourceNode } from "./source-graph";

interface FileCondition {
  source?: string | null;
  variable?: string;
  value: string;
}
interface FileBranch extends FileCondition {
  id: string;
  name: string;
  by: string;
  cases: (FileCondition & { id: string; tasks: string[]; conditions?: FileCondition[]; match?: string })[];
  defaultTasks: string[];
  within: { branch: string; cases: string[] } | null;
}
interface ImportedProcess {
  tasks?: string[];
  branches?: FileBranch[];
}

const maxChoices = 200;

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
function findRun({ tasks = [], branches = [] }: ImportedProcess, caseOf: (branch: FileBranch) => string): Set<string> {
  const taken = new Map(branches.map((branch) => [branch.id, caseOf(branch)]));
  const isActive = ({ within }: Pick<FileBranch, "within">): boolean => {
    const outer = branches.find(({ id }) => id === within?.branch);
    return !within || (outer !== undefined && within.cases.includes(taken.get(outer.id) ?? "") && isActive(outer));
  };
  const runs = (task: string): boolean =>
    branches.every((branch) => {
      const all = [...branch.cases, { id: "default", tasks: branch.defaultTasks }];
      const own = all.filter((one) => one.tasks.includes(task)).map(({ id }) => id);
      return own.length === 0 || (isActive(branch) && own.includes(taken.get(branch.id) ?? ""));
    });
  return new Set(tasks.filter(runs));
}

/** Comparisons that differ from those of the source: of what, with which values, and whether all must match. */
function findConditionFaults({ tasks = [], branches = [] }: ImportedProcess, nodes: readonly SourceNode[]): string[] {
  const nameOf = ({ node, variable }: SourceCondition) =>
    tasks.find((task) => nodes.some(({ id, label }) => id === node && label === task)) ?? variable;
  return branches
    .filter(({ by }) => by === "value")
    .flatMap((branch) => {
      const { conditions = [] } = nodes.find(({ label }) => label === branch.name) ?? {};
      const expected = conditions.map(({ any, all }) => ({
        any: any && all.length > 1,
        all: all.map((one) => [nameOf(one), one.value]),
      }));
      const found = branch.cases.map((one) => ({
        any: one.match === "any" && one.conditions !== undefined,
        all: [one, ...(one.conditions ?? [])].map(({ source, variable, value }) => {
          const own = source || variable || branch.source || branch.variable;
          return [own, value];
        }),
      }));
      const isSame = JSON.stringify(found) === JSON.stringify(expected);
      return isSame ? [] : [`${branch.name} compares ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
    });
}

/** Whatever branches choose, the tasks that run are those of the nodes that the source reaches. */
export function findBranchFaults(
  app: ImportedProcess,
  { nodes, edges }: SourceGraph,
  reachBy: (edges: SourceGraph["edges"]) => ReadonlySet<string>,
): string[] {
  const first = new Map(nodes.toReversed().map((node) => [node.id, node]));
  const branches = [...first.values()].filter(({ ways }) => ways > 1);
  const faults = listChoices(branches, edges).flatMap((choice) => {
    const isTaken = ({ from, way }: SourceGraph["edges"][number]) =>
      way !== first.get(from)?.rejected && (!choice.has(from) || choice.get(from) === way);
    const reached = reachBy(edges.filter(isTaken));
    const runs = findRun(app, ({ name }) => {
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
