import { describeBranch } from "@/lib/contract/apps/describe-branch";
import type { TaskStep } from "@/lib/contract/apps/flow";
import { findIteration, isBranchStep, isTaskStep, listSourceTasks } from "@/lib/contract/apps/steps";
import type { PreviewProcess } from "@/lib/contract/transfers/schemas";
import { truncate } from "@/lib/utils/text/truncate";
import type { Reader } from "../../platform/db/client";
import { toPartFlow } from "../../resources/apps/part";
import { findPartsByIds } from "./existing-resources";
import type { PartKind, Parts } from "./file/references";
import type { NameOf, PartWithIds } from "./namer";
import { type Importer, type ImportPlan, isWritten, type PlannedPart } from "./plan";

type ProcessPart = Extract<Parts["app"], { type: "process" }>;

/** The process as it is after an import. Parts contain ids. */
export interface ResultingProcess {
  app: ProcessPart;
  tasks: Map<string, Parts["task"]>;
  agents: Map<string, Parts["agent"]>;
  /** Parts of the team that the file doesn't contain. */
  others: PartWithIds[];
}

/** The id of a part after the import: of the team's resource, or the key of a new one. */
const toId = ({ key, action, held }: PlannedPart): string => (action === "new" || !held ? `new:${key}` : held.id);

/** The content of a part after the import. */
const toResult = (one: PlannedPart): PlannedPart["part"] => (isWritten(one) || !one.held ? one.part : one.held.part);

const toResults = <K extends PartKind>({ parts }: ImportPlan, kind: K): Map<string, Parts[K]> =>
  new Map(parts.flatMap((one) => (one.kind === kind ? [[toId(one), toResult(one) as Parts[K]] as const] : [])));

/** Adds the team's own parts with these ids. */
async function addMissing<K extends PartKind>(
  db: Reader,
  caller: Importer,
  kind: K,
  found: Map<string, Parts[K]>,
  ids: readonly string[],
): Promise<PartWithIds<K>[]> {
  const missing = ids.filter((id) => !found.has(id) && !id.startsWith("new:"));
  const rows = missing.length > 0 ? await findPartsByIds(db, caller, kind, missing) : [];
  for (const { id, part } of rows) found.set(id, part);
  return rows.map(({ part }) => ({ kind, part }));
}

/** Returns the process as it is after an import, or null for a chat. */
export async function findResultingProcess(
  db: Reader,
  caller: Importer,
  plan: ImportPlan,
): Promise<ResultingProcess | null> {
  const [app] = toResults(plan, "app").values();
  if (app?.type !== "process") return null;
  const tasks = toResults(plan, "task");
  const agents = toResults(plan, "agent");
  const otherTasks = await addMissing(db, caller, "task", tasks, app.tasks);
  const agentIds = app.tasks.flatMap((id) => tasks.get(id)?.agent ?? []);
  const otherAgents = await addMissing(db, caller, "agent", agents, agentIds);
  return { app, tasks, agents, others: [...otherTasks, ...otherAgents] };
}

const maxDescription = 300;

/** Describes a process for its picture, with names instead of ids. */
export function describeProcess({ app, tasks, agents }: ResultingProcess, nameOf: NameOf): PreviewProcess {
  const { process, manager } = app;
  const isHierarchical = process === "hierarchical";
  const steps = toPartFlow(app).steps.filter((step) => step.kind === "branch" || tasks.has(step.taskId));
  const ids = steps.filter(isTaskStep).map(({ taskId }) => taskId);
  const nameOfTask = (id: string) => tasks.get(id)?.name ?? "a task";
  const toPositions = (awaited: readonly string[], end: number) =>
    ids.flatMap((id, i) => (i < end && awaited.includes(id) ? [i] : []));
  const describeTask = ({ taskId, after, within }: TaskStep, task: Parts["task"]) => {
    const agent = task.agent ? agents.get(task.agent) : undefined;
    const own = isHierarchical ? [] : (agent?.tools ?? []);
    return {
      name: task.name,
      description: truncate(task.description, maxDescription),
      agent: task.agent && nameOf("agent", task.agent),
      model: agent?.model ? nameOf("model", agent.model) : null,
      tools: [...new Set([...own, ...task.tools])].map((id) => nameOf("tool", id)),
      waitsFor: toPositions([...task.context, ...after], ids.indexOf(taskId)),
      within,
      requiresHumanInput: task.requiresHumanInput,
      fields: task.formFields.map(({ label }) => label),
      storeTaskOutput: task.storeTaskOutput,
      taskOutputFileName: task.taskOutputFileName ?? null,
    };
  };
  return {
    process,
    manager: isHierarchical && manager ? nameOf("model", manager) : null,
    agents: isHierarchical ? app.agents.map((id) => nameOf("agent", id)) : [],
    tasks: steps.filter(isTaskStep).flatMap((step) => {
      const task = tasks.get(step.taskId);
      return task ? [describeTask(step, task)] : [];
    }),
    branches: steps.filter(isBranchStep).map((branch) => {
      const { id, after, within } = branch;
      const before = steps.slice(0, steps.indexOf(branch)).filter(isTaskStep).length;
      const waitsFor = toPositions([...after, ...listSourceTasks(branch)], before);
      const described = describeBranch(branch, nameOfTask, findIteration(steps, branch) !== undefined);
      return { id, ...described, before, waitsFor, within };
    }),
  };
}
