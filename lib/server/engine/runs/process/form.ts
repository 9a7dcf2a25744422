import type { Work } from "../lease/work";
import { formRequest, requestsOf } from "../outcome/requests";
import type { Pause } from "../steps/ending";
import { fieldsOf, type Given } from "./prompt";
import type { TaskRow } from "./tasks";

/** A task's form values, or the request for them. */
export async function inputFor({ db, run }: Work, task: TaskRow): Promise<{ given?: Given } | { pause: Pause }> {
  if (!task.requiresHumanInput) return {};
  const asked = (await requestsOf(db, run)).findLast(({ form }) => form?.taskId === task.id);
  if (asked?.answered)
    return { given: { input: asked.decision === "reject" ? null : (asked.given ?? {}), reason: asked.reason } };
  const reason = `${task.name} needs your input.`;
  return { pause: { requests: asked ? [] : [formRequest(task, fieldsOf(task))], reason } };
}
