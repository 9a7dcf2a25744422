import { maxBranches, maxCases } from "../../../../../constants/limits.ts";
import { canCompare, type Decision } from "./decision.ts";
import type { FlowEdge } from "./flow.ts";
import { hasWork, type Step } from "./flow-writer.ts";
import { findPlaces, type Place } from "./places.ts";

interface PlacedSteps {
  places: ReadonlyMap<string, Place | undefined>;
  /** The nodes that become branches. */
  usable: ReadonlySet<string>;
  /** Why nodes have no task, by their ids. */
  branched: ReadonlyMap<string, string>;
}

/** Whether each way out belongs to one case only. */
const hasOwnWays = ({ cases, otherwise }: Decision): boolean =>
  new Set([...cases.map(({ way }) => way), otherwise]).size > cases.length;

const hasWay = ({ cases, otherwise }: Decision, way: string): boolean =>
  way === otherwise || cases.some((one) => one.way === way);

/** Finds the branches that Muster can express, and the nodes that run in their cases. `order` as `findPlaces` takes it. */
export function placeSteps(steps: readonly Step[], edges: readonly FlowEdge[], order: readonly string[]): PlacedSteps {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const places = findPlaces(steps, edges, order);
  const usable = new Set<string>();
  const tasks = new Set<string>();
  const branched = new Map<string, string>();
  const isUsable = (decision: Decision): boolean => {
    const { cases, classifies } = decision;
    return (
      usable.size < maxBranches &&
      hasOwnWays(decision) &&
      cases.length > 0 &&
      cases.length <= maxCases &&
      (classifies !== undefined || cases.every(({ conditions = [] }) => canCompare(conditions, (id) => tasks.has(id))))
    );
  };
  const explain = (id: string): string | undefined => {
    const place = places.get(id);
    if (!place) return "it runs under conditions that branches can't express.";
    const lost = place.find(({ branch, ways }) => {
      const decision = byId.get(branch)?.decision;
      return !usable.has(branch) || !decision || ways.some((way) => !hasWay(decision, way));
    });
    return lost && `it runs only on some branches of “${byId.get(lost.branch)?.label}”.`;
  };
  for (const id of order) {
    const step = byId.get(id);
    const reason = explain(id);
    if (reason) branched.set(id, reason);
    else if (step?.decision && isUsable(step.decision)) usable.add(id);
    else if (step && hasWork(step)) tasks.add(id);
  }
  return { places, usable, branched };
}
