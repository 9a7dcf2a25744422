import type { TransferFile } from "@/lib/contract/transfers/file";
import { localName } from "./file-parts";
import type { Misplaced } from "./misplaced";

/** Missing parts of a process, and tasks in an order that cannot be executed. */
export function orderProblems({ app, tasks }: TransferFile): Misplaced[] {
  if (app.type !== "process") return [];
  const led = app.process === "hierarchical";
  const known = new Map(tasks.map((task) => [localName(task), task]));
  const wrong: Misplaced[] = [];
  if (app.tasks.length === 0) wrong.push({ at: "app", message: "A process needs at least one task." });
  if (led && !app.manager) wrong.push({ at: "app", message: "Name the model that leads as its manager." });
  if (led && app.agents.length === 0)
    wrong.push({ at: "app", message: "Name at least one agent that work may be given to." });
  for (const [i, name] of app.tasks.entries()) {
    const task = known.get(name);
    const at = `app.tasks[${i}]`;
    if (app.tasks.indexOf(name) < i) wrong.push({ at, message: "This task is in the process twice." });
    if (!led && task && !task.agent) wrong.push({ at, message: "This task has no agent." });
    if (task?.context.some((one) => !app.tasks.slice(0, i).includes(one)))
      wrong.push({ at, message: "This task uses the output of one that does not come before it." });
  }
  return wrong;
}
