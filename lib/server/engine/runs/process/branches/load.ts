import { and, eq, inArray } from "drizzle-orm";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { isBranchStep, listCases } from "@/lib/contract/apps/steps";
import { models } from "../../../../platform/db/tables/models";
import type { PreviewModel } from "../../../../platform/db/tables/preview-definition";
import { providers } from "../../../../platform/db/tables/providers";
import { AppError } from "../../../../platform/errors/errors";
import { type ConnectedModel, isProviderOfModel } from "../../../models/find-model";
import { replaceModel } from "../../context/load";
import type { Work } from "../../lease/work";
import { classifier } from "./classify";
import { findLastTasks } from "./skipped";

/** The branches of a process. */
export interface BranchParts {
  /** Of the whole process, in order. */
  steps: readonly Step[];
  branches: ReadonlyMap<string, BranchStep>;
  /** The models that classify, by id. */
  classifierModels: ReadonlyMap<string, ConnectedModel>;
  /** The tasks whose outputs are the result. */
  lastTaskIds: ReadonlySet<string>;
}

/** `replaced`: models that are not saved yet, in a test. */
export async function loadBranches(
  { db, run }: Work,
  steps: readonly Step[],
  replaced: Record<string, PreviewModel> | undefined,
): Promise<BranchParts> {
  const branches = steps.filter(isBranchStep);
  for (const [i, step] of steps.entries()) if (step.kind === "branch") requireSource(step, steps.slice(0, i));
  const ids = branches.flatMap(({ by, modelId }) => (by === "classification" && modelId ? [modelId] : []));
  const rows =
    ids.length > 0
      ? await db
          .select({ model: models, provider: providers })
          .from(models)
          .leftJoin(providers, isProviderOfModel)
          .where(and(eq(models.teamId, run.teamId), inArray(models.id, ids)))
      : [];
  return {
    steps,
    branches: new Map(branches.map((branch) => [branch.id, branch])),
    classifierModels: new Map(rows.map((row) => [row.model.id, replaceModel(row, replaced)])),
    lastTaskIds: findLastTasks(steps),
  };
}

/** Throws 409 if what a branch reads is gone. */
function requireSource({ by, name, sourceTaskId }: BranchStep, earlier: readonly Step[]): void {
  const isThere = earlier.some((step) => step.kind === "task" && step.taskId === sourceTaskId);
  if (by === "value" && sourceTaskId && !isThere)
    throw new AppError("conflict", `The task that the branch “${name}” reads isn't in this process. Edit the branch.`);
}

/** The ids of the tasks whose output a branch reads. */
export const listAwaited = ({ by, after, sourceTaskId }: BranchStep): Set<string> =>
  new Set([...after, ...(by === "value" && sourceTaskId ? [sourceTaskId] : [])]);

/** A branch in the process diagram. */
export const toPlannedBranch = (branch: BranchStep, { classifierModels }: BranchParts) => ({
  taskId: branch.id,
  name: branch.name,
  agentId: null,
  agentName: branch.by === "classification" ? classifier.name : null,
  model: classifierModels.get(branch.modelId ?? "")?.model.name ?? null,
  asks: false,
  shown: false,
  onlyFinal: false,
  cases: listCases(branch),
});
