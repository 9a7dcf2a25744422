import { maxItems } from "@/lib/constants/limits";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { defaultCase, listBody, toSource, toStepId } from "@/lib/contract/apps/steps";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { recordEvents } from "../outcome/finish";
import { StopRunError } from "../steps/step";
import { findCase } from "./branches/find-case";
import { combineOutputs, readItems } from "./branches/items";
import { findLastTasks } from "./branches/skipped";
import type { Process } from "./process";
import { openSources } from "./sources";
import type { TaskState } from "./state";

/** Reads the list of an iteration, and logs its items. */
export async function startIteration(
  process: Process,
  iteration: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<{ items: string[]; startedAt: string }> {
  const { db, run } = process.work;
  const { readWhole } = await openSources(process, iteration, states);
  const value = readWhole(iteration);
  const { field, variable } = iteration;
  if (value === undefined) throw new StopRunError(`The variable “${variable}” has no value or is secret.`);
  const items = readItems(value, field, iteration.maxItems ?? maxItems);
  const startedAt = new Date().toISOString();
  const body: TaskBody = { state: "items", taskId: iteration.id, items, startedAt };
  await recordEvents(db, run, { events: [{ kind: "task", body }] });
  return { items, startedAt };
}

/** The steps in an iteration, without those of its items, as a process of their own. */
const toBody = ({ steps, itemSteps }: Process, { id }: BranchStep): Step[] =>
  listBody(steps, id)
    .filter((step) => itemSteps.has(toStepId(step)))
    .map((step) => (step.within?.branch === id ? { ...step, within: null } : step));

/** Logs the end of an iteration whose items are finished. Its output is that of the last tasks of each item. */
export async function finishIteration(
  process: Process,
  iteration: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<{ output: string }> {
  const { work, itemSteps } = process;
  const { items = [], startedAt = "" } = states.get(iteration.id) ?? {};
  const lastIds = [...findLastTasks(toBody(process, iteration))];
  const outputs = items.flatMap((_text, i) =>
    lastIds.flatMap((id) => states.get(itemSteps.get(id)?.[i] ?? "")?.output ?? []),
  );
  const output = combineOutputs(outputs);
  const body: TaskBody = {
    state: "finished",
    taskId: iteration.id,
    output,
    durationMs: Math.max(0, Date.now() - Date.parse(startedAt)),
    file: null,
    variable: null,
    items: items.length,
  };
  await recordEvents(work.db, work.run, { events: [{ kind: "task", body }] });
  return { output };
}

/** Logs the case that a branch has taken. */
export async function finishBranch(
  { work }: Process,
  { id: taskId }: BranchStep,
  output: string,
  taken: { id: string; name: string },
): Promise<void> {
  const body: TaskBody = { state: "finished", taskId, output, durationMs: 0, file: null, variable: null, taken };
  await recordEvents(work.db, work.run, { events: [{ kind: "task", body }] });
}

/** Takes the first case that matches, and logs it with the values that were compared. */
export async function decideByValue(
  process: Process,
  branch: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<{ output: string; taken: string }> {
  const { read, show } = await openSources(process, branch, states);
  const found = await findCase(branch.cases, (condition) => read(toSource(branch, condition)));
  const { id, name } = found ?? { id: defaultCase, name: branch.defaultName };
  const output = show();
  await finishBranch(process, branch, output, { id, name });
  return { output, taken: id };
}
