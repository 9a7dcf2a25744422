import { maxBranches, maxCases } from "../../../../../constants/limits.ts";
import { canCompare, type Decision, hasField } from "./decision.ts";
import type { FlowEdge } from "./flow.ts";
import { itemWay } from "./iterations.ts";
import { findPlaces, type Place } from "./places.ts";
import { hasWork, type Step } from "./step.ts";

interface PlacedSteps {
  places: ReadonlyMap<string, Place | undefined>;
  /** The nodes that become branches and iterations. */
  usable: ReadonlySet<string>;
  /** Why nodes have no task, by their ids. */
  branched: ReadonlyMap<string, string>;
  /** Why nodes don't become iterations, by their ids. */
  refused: ReadonlyMap<string, string>;
}

/** Whether each way out belongs to one case only. */
const hasOwnWays = ({ cases, otherwise }: Decision): boolean =>
  new Set([...cases.map(({ way }) => way), otherwise]).size > cases.length;

/** Whether a way leads to a case, or to what runs for each item. */
const hasWay = ({ decision, iteration }: Step, way: string): boolean =>
  (iteration && way === itemWay) ||
  (decision !== undefined && (way === decision.otherwise || decision.cases.some((one) => one.way === way)));

type Chosen = Omit<PlacedSteps, "places"> & { tasks: ReadonlySet<string> };

/** Chooses what becomes a branch, an iteration or a task. `empty`: the iterations in which nothing becomes a task. */
function chooseSteps(
  byId: ReadonlyMap<string, Step>,
  places: ReadonlyMap<string, Place | undefined>,
  order: readonly string[],
  empty: ReadonlySet<string>,
): Chosen {
  const usable = new Set<string>();
  const tasks = new Set<string>();
  const branched = new Map<string, string>();
  const refused = new Map<string, string>();
  const hasOutput = (id: string, field: string): boolean => {
    const step = byId.get(id);
    const isTask = tasks.has(id) || (usable.has(id) && tasks.has(step?.iteration?.output ?? ""));
    return isTask && step !== undefined && hasField(step, field);
  };
  const isUsable = (decision: Decision): boolean => {
    const { cases, classifies, asks } = decision;
    return (
      usable.size < maxBranches &&
      hasOwnWays(decision) &&
      cases.length > 0 &&
      cases.length <= maxCases &&
      (classifies !== undefined ||
        asks !== undefined ||
        cases.every(({ conditions = [] }) => canCompare(conditions, hasOutput)))
    );
  };
  const explain = (id: string): string | undefined => {
    const place = places.get(id);
    if (!place) return "it runs under conditions that branches can't express.";
    const lost = place.find(({ branch, ways }) => {
      const step = byId.get(branch);
      return !usable.has(branch) || !step || ways.some((way) => !hasWay(step, way));
    });
    const label = byId.get(lost?.branch ?? "")?.label ?? "";
    if (lost?.ways.includes(itemWay)) return `it's in “${label}”, which isn't imported.`;
    return lost && `it runs only on some branches of “${label}”.`;
  };
  /** Why an iteration can't be expressed. */
  const refuse = (id: string): string | undefined => {
    if (places.get(id)?.some(({ ways }) => ways.includes(itemWay))) return "Muster has no iteration in another one.";
    if (empty.has(id)) return "Nothing in it becomes a task.";
    return usable.size < maxBranches ? undefined : `A process can have up to ${maxBranches} branches and iterations.`;
  };
  for (const id of order) {
    const step = byId.get(id);
    const reason = explain(id);
    const refusal = step?.iteration && (reason ?? refuse(id));
    if (refusal) refused.set(id, refusal);
    if (reason) branched.set(id, reason);
    else if (step?.iteration ? !refusal : step?.decision && isUsable(step.decision)) usable.add(id);
    else if (step && hasWork(step)) tasks.add(id);
  }
  return { usable, tasks, branched, refused };
}

/** Finds the branches and iterations that Muster can express, and the nodes that run in them. `order` and `whenAll` as `findPlaces` takes them. */
export function placeSteps(
  steps: readonly Step[],
  edges: readonly FlowEdge[],
  order: readonly string[],
  whenAll = false,
): PlacedSteps {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const places = findPlaces(steps, edges, order, whenAll);
  let empty: ReadonlySet<string> = new Set();
  for (;;) {
    const { tasks, ...found } = chooseSteps(byId, places, order, empty);
    const filled = new Set([...tasks].flatMap((id) => places.get(id)?.map(({ branch }) => branch) ?? []));
    const idle = [...found.usable].filter((id) => byId.get(id)?.iteration && !filled.has(id));
    if (idle.length === 0) return { places, ...found };
    empty = new Set([...empty, ...idle]);
  }
}
