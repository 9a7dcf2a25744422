import { maxItems } from "@/lib/constants/limits";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { defaultCase, toSource } from "@/lib/contract/apps/steps";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { pluralize } from "@/lib/utils/text/pluralize";
import { recordEvents } from "../outcome/finish";
import { findCase } from "./branches/find-case";
import { readItems } from "./branches/items";
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
  const { read } = await openSources(process, iteration, states);
  const items = readItems(read(iteration).whole, iteration.maxItems ?? maxItems);
  const startedAt = new Date().toISOString();
  const body: TaskBody = { state: "items", taskId: iteration.id, items, startedAt };
  await recordEvents(db, run, { events: [{ kind: "task", body }] });
  return { items, startedAt };
}

/** Logs the end of an iteration whose items are finished. */
export async function finishIteration(
  { work }: Process,
  iteration: BranchStep,
  { items = [], startedAt }: TaskState,
): Promise<{ output: string }> {
  const output = pluralize(items.length, "item");
  const durationMs = Math.max(0, Date.now() - Date.parse(startedAt));
  const body: TaskBody = { state: "finished", taskId: iteration.id, output, durationMs, file: null, variable: null };
  await recordEvents(work.db, work.run, { events: [{ kind: "task", body }] });
  return { output };
}

/** Takes the first case that matches, and logs it with the values that were compared. */
export async function decideByValue(
  process: Process,
  branch: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<{ output: string; taken: string }> {
  const { db, run } = process.work;
  const { read, show } = await openSources(process, branch, states);
  const found = await findCase(branch.cases, (condition) => read(toSource(branch, condition)));
  const { id, name } = found ?? { id: defaultCase, name: branch.defaultName };
  const output = show();
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
