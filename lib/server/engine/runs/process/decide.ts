import { eq } from "drizzle-orm";
import { maxItems } from "@/lib/constants/limits";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { defaultCase, listBody, toStepId } from "@/lib/contract/apps/steps";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { truncate } from "@/lib/utils/text/truncate";
import { sessions } from "../../../platform/db/tables/sessions";
import { findVariables } from "../../variables/variables";
import { promptValues } from "../context/values";
import { recordEvents } from "../outcome/finish";
import { StopRunError } from "../steps/step";
import { findCase, readField } from "./branches/compare";
import { combineOutputs, itemValues, joinOutputs, readItems } from "./branches/items";
import { findLastTasks } from "./branches/skipped";
import type { Process } from "./process";
import type { TaskState } from "./state";

const maxShown = 2_000;

/** The value of a variable in the session. Undefined if it has none or is secret. */
async function readVariable({ work, runContext }: Process, name: string): Promise<string | undefined> {
  const { db, run } = work;
  const [session = runContext.session] = await db.select().from(sessions).where(eq(sessions.id, run.sessionId));
  const variables = await findVariables(db, run.teamId, { names: [name] });
  return promptValues(session, variables).get(name);
}

/** A task's output; of a task in an iteration, the outputs for all items as a JSON array. */
function readOutput({ itemSteps }: Process, taskId: string, states: ReadonlyMap<string, TaskState>): string {
  const ids = itemSteps.get(taskId);
  const outputs = (ids ?? [taskId]).flatMap((id) => states.get(id)?.output ?? []);
  return ids ? joinOutputs(outputs) : (outputs[0] ?? "");
}

async function readSource(process: Process, branch: BranchStep, states: ReadonlyMap<string, TaskState>) {
  const { id, sourceTaskId, variable } = branch;
  if (sourceTaskId) return readOutput(process, sourceTaskId, states);
  return itemValues(process.items.get(id)).get(variable) ?? readVariable(process, variable);
}

/** Reads the list of an iteration, and logs its items. */
export async function startIteration(
  process: Process,
  iteration: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<{ items: string[]; startedAt: string }> {
  const { db, run } = process.work;
  const value = await readSource(process, iteration, states);
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

/** Takes the first case that the value matches, and logs it. */
export async function decideByValue(
  process: Process,
  branch: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<{ output: string; taken: string }> {
  const { db, run } = process.work;
  const whole = (await readSource(process, branch, states)) ?? "";
  const value = branch.field ? (readField(whole, branch.field) ?? "") : whole;
  const { id, name } = findCase(branch.cases, value) ?? { id: defaultCase, name: branch.defaultName };
  const output = truncate(value, maxShown);
  const body: TaskBody = {
    state: "finished",
    taskId: branch.id,
    output,
    durationMs: 0,
    file: null,
    variable: null,
    taken: { id, name },
  };
  await recordEvents(db, run, { events: [{ kind: "task", body }] });
  return { output, taken: id };
}
