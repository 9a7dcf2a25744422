import type { FormField } from "@/lib/contract/tasks/form-fields";
import { type FormStep, formRequest, loadRequests } from "../outcome/requests";
import type { Pause } from "../steps/ending";
import type { Process } from "./process";
import { type FormResponse, getFields } from "./prompt";
import type { ProcessTask } from "./tasks";

/** What a person has entered for a step, or the request for it. */
export async function loadResponse(
  { work: { db, run }, items }: Process,
  step: FormStep,
  buildFields: () => FormField[] | Promise<FormField[]>,
): Promise<{ given: FormResponse } | { pause: Pause }> {
  const request = (await loadRequests(db, run)).findLast(({ form }) => form?.taskId === step.id);
  if (request?.answered)
    return {
      given: { input: request.decision === "reject" ? null : (request.formValues ?? {}), reason: request.reason },
    };
  if (request) return { pause: { requests: [], reason: request.text } };
  const asked = formRequest(step, await buildFields(), items.get(step.id)?.text);
  return { pause: { requests: [asked], reason: asked.body.text } };
}

/** A task's form values, or the request for them. */
export const loadFormInput = async (
  process: Process,
  task: ProcessTask,
): Promise<{ given?: FormResponse } | { pause: Pause }> =>
  task.requiresHumanInput ? loadResponse(process, task, () => getFields(task)) : {};
