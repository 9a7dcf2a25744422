import type { TransferFile } from "@/lib/contract/transfers/file";
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
  return problems;
}
