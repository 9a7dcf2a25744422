import type { TaskRow } from "../../tasks/service";
import type { Pause } from "../ending";
import { formRequest, requestsOf } from "../requests";
import type { Work } from "../work";
import { fieldsOf, type Given } from "./prompt";

/** What somebody has filled in for a task, or the question to them. */
export async function inputFor({ db, run }: Work, task: TaskRow): Promise<{ given?: Given } | { pause: Pause }> {
  if (!task.requiresHumanInput) return {};
  const asked = (await requestsOf(db, run)).findLast(({ form }) => form?.taskId === task.id);
  if (asked?.answered)
    return { given: { input: asked.decision === "reject" ? null : (asked.given ?? {}), reason: asked.reason } };
  const reason = `${task.name} needs your input.`;
  return { pause: { requests: asked ? [] : [formRequest(task, fieldsOf(task))], reason } };
}
