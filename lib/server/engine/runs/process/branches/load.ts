import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { isBranchStep, listCases, listEarlier, listSourceTasks } from "@/lib/contract/apps/steps";
import { AppError } from "../../../../platform/errors/errors";
import type { ConnectedModel } from "../../../models/find-model";
import { classifier } from "./classify";
import { findLastTasks } from "./skipped";

/** The branches of a process. */
export interface BranchParts {
  /** Of the whole process, in order. */
  steps: readonly Step[];
  branches: ReadonlyMap<string, BranchStep>;
  /** By id, with the models that classify. */
  models: ReadonlyMap<string, ConnectedModel>;
  /** The tasks whose outputs are the result. */
  lastTaskIds: ReadonlySet<string>;
}

/** The ids of the models that classify. */
export const listClassifierModels = (steps: readonly Step[]): string[] =>
  steps.filter(isBranchStep).flatMap(({ by, modelId }) => (by === "classification" && modelId ? [modelId] : []));

/** Throws 409 if what a branch reads is gone. */
export function readBranches(steps: readonly Step[], models: BranchParts["models"]): BranchParts {
  const branches = steps.filter(isBranchStep);
  for (const [i, step] of steps.entries()) if (step.kind === "branch") requireSource(step, listEarlier(steps, i));
  return {
    steps,
    branches: new Map(branches.map((branch) => [branch.id, branch])),
    models,
    lastTaskIds: findLastTasks(steps),
  };
}

function requireSource(branch: BranchStep, earlier: readonly Step[]): void {
  const isEarlier = (id: string) => earlier.some((step) => step.kind === "task" && step.taskId === id);
  if (listSourceTasks(branch).every(isEarlier)) return;
  const { name } = branch;
  throw new AppError("conflict", `A task that the branch “${name}” reads isn't in this process. Edit the branch.`);
}

/** The ids of the tasks whose output a branch reads. */
export const listAwaited = (branch: BranchStep): Set<string> => new Set([...branch.after, ...listSourceTasks(branch)]);

/** A branch in the process diagram. */
export const toPlannedBranch = (branch: BranchStep, { models }: BranchParts) => ({
  taskId: branch.id,
  name: branch.name,
  agentId: null,
  agentName: branch.by === "classification" ? classifier.name : null,
  model: (branch.by === "classification" && models.get(branch.modelId ?? "")?.model.name) || null,
  asks: branch.by === "person",
  shown: false,
  onlyFinal: false,
  cases: listCases(branch),
});
