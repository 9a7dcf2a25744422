import { checkFlow } from "@/lib/contract/apps/check-flow";
import { flowSchema } from "@/lib/contract/apps/flow";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { toBranchedFlow } from "../../../resources/apps/branch-part";
import { getLocalName } from "./file-parts";
import type { FileProblem } from "./file-problem";

/** Missing parts of a process, and tasks in an order that cannot be executed. */
export function findOrderProblems({ app, tasks }: TransferFile): FileProblem[] {
  if (app.type !== "process") return [];
  const led = app.process === "hierarchical";
  const known = new Map(tasks.map((task) => [getLocalName(task), task]));
  const problems: FileProblem[] = [];
  if (app.tasks.length === 0) problems.push({ at: "app", message: "A process needs at least one task." });
  if (led && !app.manager) problems.push({ at: "app", message: "Choose a manager model." });
  if (led && app.agents.length === 0)
    problems.push({ at: "app", message: "Choose at least one agent to delegate to." });
  for (const [i, name] of app.tasks.entries()) {
    const task = known.get(name);
    const at = `app.tasks[${i}]`;
    if (app.tasks.indexOf(name) < i) problems.push({ at, message: "This task is in the process twice." });
    if (!led && task && !task.agent) problems.push({ at, message: "This task has no agent." });
    if (task?.context.some((one) => !app.tasks.slice(0, i).includes(one)))
      problems.push({ at, message: "This task uses the output of a task that doesn't come before it." });
  }
  return [...problems, ...findBranchProblems(app)];
}

/** Branches that read or run what isn't there. */
function findBranchProblems({
  tasks,
  branches = [],
}: Extract<TransferFile["app"], { type: "process" }>): FileProblem[] {
  const ids = branches.map(({ id }) => id);
  if (new Set(ids).size < ids.length) return [{ at: "app.branches", message: "Each branch needs an ID of its own." }];
  if (branches.length === 0) return [];
  const flow = toBranchedFlow({ taskIds: tasks, after: {} }, branches);
  const issues = flowSchema.superRefine(checkFlow).safeParse(flow).error?.issues ?? [];
  return issues.map(({ path, message }) => {
    const step = flow.steps[Number(path[1])];
    const at = step?.kind === "branch" ? `app.branches[${ids.indexOf(step.id)}]` : "app.branches";
    return { at, message };
  });
}
