import { formRequest, loadRequests } from "../outcome/requests";
import type { Pause } from "../steps/ending";
import type { Process } from "./process";
import { type FormResponse, getFields } from "./prompt";
import type { ProcessTask } from "./tasks";

/** A task's form values, or the request for them. */
export async function loadFormInput(
  { work: { db, run }, items }: Process,
  task: ProcessTask,
): Promise<{ given?: FormResponse } | { pause: Pause }> {
  if (!task.requiresHumanInput) return {};
  const request = (await loadRequests(db, run)).findLast(({ form }) => form?.taskId === task.id);
  if (request?.answered)
    return {
      given: { input: request.decision === "reject" ? null : (request.formValues ?? {}), reason: request.reason },
    };
  const reason = `${task.name} needs your input.`;
  return { pause: { requests: request ? [] : [formRequest(task, getFields(task), items.get(task.id)?.text)], reason } };
}
