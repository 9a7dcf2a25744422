import { isDeepStrictEqual } from "node:util";
import { formInput } from "@/lib/contract/form-fields";
import { quickMisfitOf } from "../arguments";
import { invalidField } from "../http/errors";
import type { NewEvent } from "./events";
import { checkedInput } from "./form-input";
import { partOf } from "./part";
import type { AskedRequest } from "./requests";
import type { Author } from "./start";
import { bounded } from "./tool-calls";

/** What the answer gives, checked. Throws 400 with an issue at each field. */
export function givenInput(request: AskedRequest, decision: string, input: unknown): unknown {
  if (request.approval && decision === "respond") {
    if (input === undefined) throw invalidField("input", "Write what the agent is to get as the result.");
    return bounded(input);
  }
  if (!request.form || decision === "reject") return undefined;
  const read = formInput.safeParse(input ?? {});
  if (!read.success) throw invalidField("input", "Fill in the form's own fields.");
  return checkedInput(request.form.fields, read.data);
}

/** Undefined where the arguments are the model's own. */
export function changedArgs({ approval, input }: AskedRequest, args: unknown): unknown {
  if (args === undefined || isDeepStrictEqual(args, input)) return undefined;
  const misfit = quickMisfitOf(approval?.schema ?? {}, args);
  if (misfit) throw invalidField("args", `The arguments do not fit: ${misfit}.`);
  return args;
}

interface Said {
  decision: string;
  reason: string | undefined;
  input: unknown;
  args: unknown;
}

/** The answer; for a call that is not made its result as well, which the model reads. */
export function answerEvents(
  request: AskedRequest,
  author: Author,
  { decision, reason, input, args }: Said,
): NewEvent[] {
  const { requestId, kind, callId, name, form } = request;
  const part = partOf(request);
  const body = { requestId, kind, callId, decision, reason: reason || null, by: author };
  const given = {
    ...(request.guarded && { guarded: true }),
    ...(input !== undefined && { input }),
    ...(args !== undefined && { args }),
  };
  const answer: NewEvent = {
    kind: "input_answer",
    body: { ...body, ...given, ...(form ? { taskId: form.taskId } : part) },
  };
  const instead = insteadOfCall(kind, decision, reason, input);
  return instead
    ? [answer, { kind: "tool_result", body: { callId, name, ...instead, durationMs: 0, ...part } }]
    : [answer];
}

/** What the model reads of a call that a person has decided not to have made; undefined for one that is made. */
function insteadOfCall(kind: AskedRequest["kind"], decision: string, reason: string | undefined, input: unknown) {
  if (kind === "approval" && decision === "respond") return { output: input };
  if (decision !== "reject" || (kind !== "repeat" && kind !== "approval")) return undefined;
  const why = reason ? ` The reason given: ${reason}` : "";
  return kind === "repeat"
    ? { error: `This call was interrupted and may have happened. A person decided not to repeat it.${why}` }
    : { error: `A person did not approve this call, so it was not made.${why}` };
}
