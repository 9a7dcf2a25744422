import { isDeepStrictEqual } from "node:util";
import type { InputAnswer } from "@/lib/contract/session-events/requests";
import { type FormInput, formInput } from "@/lib/contract/tasks/form-fields";
import { invalidField } from "../../platform/errors/errors";
import { findMisfitHere } from "../../platform/json-schema/arguments";
import { checkedInput } from "./form-input";
import type { NewEvent } from "./log/events";
import { partOf } from "./log/part";
import { bounded } from "./loop/tool-calls";
import type { AskedRequest } from "./outcome/requests";
import type { Author } from "./start";

interface Given {
  /** For an approval answered with a result instead of the call. */
  result?: unknown;
  /** For a form. */
  filledIn?: FormInput;
}

/** Validates the input of a response. Throws 400 with an issue at each field. */
export function givenInput(request: AskedRequest, decision: string, input: unknown): Given {
  if (request.approval && decision === "respond") {
    if (input === undefined) throw invalidField("input", "Write what the agent is to get as the result.");
    return { result: bounded(input) };
  }
  if (!request.form || decision === "reject") return {};
  const read = formInput.safeParse(input ?? {});
  if (!read.success) throw invalidField("input", "Fill in the form's own fields.");
  return { filledIn: checkedInput(request.form.fields, read.data) };
}

/** The user's arguments; undefined when the model's are unchanged. */
export function changedArgs({ approval, input }: AskedRequest, args: unknown): unknown {
  if (args === undefined || isDeepStrictEqual(args, input)) return undefined;
  const misfit = findMisfitHere(approval?.schema ?? {}, args);
  if (misfit) throw invalidField("args", `The arguments do not fit: ${misfit}.`);
  return args;
}

interface Said {
  decision: InputAnswer["decision"];
  reason: string | undefined;
  given: Given;
  args: unknown;
}

/** The response event; for a call that is not made, also its result for the model. */
export function answerEvents(
  request: AskedRequest,
  author: Author,
  { decision, reason, given: { result, filledIn }, args }: Said,
): NewEvent[] {
  const { requestId, kind, callId, name, form } = request;
  const part = partOf(request);
  const said = {
    requestId,
    callId,
    decision,
    reason: reason || null,
    by: author,
    ...(request.guarded && { guarded: true }),
    ...(args !== undefined && { args }),
    ...(form ? { taskId: form.taskId } : part),
  };
  const body: InputAnswer =
    kind === "form"
      ? { ...said, kind, ...(filledIn && { input: filledIn }) }
      : { ...said, kind, ...(result !== undefined && { input: result }) };
  const answer: NewEvent = { kind: "input_answer", body };
  const instead = insteadOfCall(kind, decision, reason, result);
  return instead
    ? [answer, { kind: "tool_result", body: { callId, name, ...instead, durationMs: 0, ...part } }]
    : [answer];
}

/** The result that the model receives for a rejected call; undefined for one that is made. */
function insteadOfCall(kind: AskedRequest["kind"], decision: string, reason: string | undefined, result: unknown) {
  if (kind === "approval" && decision === "respond") return { output: result };
  if (decision !== "reject" || (kind !== "repeat" && kind !== "approval")) return undefined;
  const why = reason ? ` The reason given: ${reason}` : "";
  return kind === "repeat"
    ? { error: `This call was interrupted and may have happened. A person decided not to repeat it.${why}` }
    : { error: `A person did not approve this call, so it was not made.${why}` };
}
