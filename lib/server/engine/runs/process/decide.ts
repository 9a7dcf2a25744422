import { eq } from "drizzle-orm";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { defaultCase } from "@/lib/contract/apps/steps";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { truncate } from "@/lib/utils/text/truncate";
import { sessions } from "../../../platform/db/tables/sessions";
import { findVariables } from "../../variables/variables";
import { promptValues } from "../context/values";
import { recordEvents } from "../outcome/finish";
import { findCase, readField } from "./branches/compare";
import type { Process } from "./process";
import type { TaskState } from "./state";

const maxShown = 2_000;

/** The value of a variable in the session. Throws nothing: an unknown or secret variable is empty. */
async function readVariable({ work, runContext }: Process, name: string): Promise<string> {
  const { db, run } = work;
  const [session = runContext.session] = await db.select().from(sessions).where(eq(sessions.id, run.sessionId));
  const variables = await findVariables(db, run.teamId, { names: [name] });
  return promptValues(session, variables).get(name) ?? "";
}

async function readValue(process: Process, branch: BranchStep, states: ReadonlyMap<string, TaskState>) {
  const { sourceTaskId, field, variable } = branch;
  if (!sourceTaskId) return readVariable(process, variable);
  const { output = "" } = states.get(sourceTaskId) ?? {};
  return field ? readField(output, field) : output;
}

/** Takes the first case that the value matches, and logs it. */
export async function decideByValue(
  process: Process,
  branch: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<{ output: string; taken: string }> {
  const { db, run } = process.work;
  const value = await readValue(process, branch, states);
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
