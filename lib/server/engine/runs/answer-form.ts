import { isDeepStrictEqual } from "node:util";
import type { InputAnswer } from "@/lib/contract/session-events/requests";
import { type FormInput, formInput } from "@/lib/contract/tasks/form-fields";
import { invalidField } from "../../platform/errors/errors";
import { findMisfitHere } from "../../platform/json-schema/check-arguments";
import { validateInput } from "./form-input";
import type { NewEvent } from "./log/events";
import { toPart } from "./log/part";
import { truncateResult } from "./loop/tool-calls";
import type { RequestState } from "./outcome/requests";
import type { Author } from "./start";

interface AnswerInput {
  /** For an approval answered with a result instead of the call. */
  result?: unknown;
  /** For a form. */
  formValues?: FormInput;
}

/** Validates the input of a response. Throws 400 with an issue at each field. */
export function readAnswerInput(request: RequestState, decision: string, input: unknown): AnswerInput {
  if (request.approval && decision === "respond") {
    if (input === undefined) throw invalidField("input", "Enter a result for the agent.");
    return { result: truncateResult(input) };
  }
  if (!request.form || decision === "reject") return {};
  const parsed = formInput.safeParse(input ?? {});
  if (!parsed.success) throw invalidField("input", "Enter valid values for the form's fields.");
  return { formValues: validateInput(request.form.fields, parsed.data) };
}

/** The user's arguments; undefined when the model's are unchanged. */
export function findChangedArgs({ approval, input }: RequestState, args: unknown): unknown {
  if (args === undefined || isDeepStrictEqual(args, input)) return undefined;
  const problem = findMisfitHere(approval?.schema ?? {}, args);
  if (problem) throw invalidField("args", `The arguments were rejected: ${problem}.`);
  return args;
}

interface Answer {
  decision: InputAnswer["decision"];
  reason: string | undefined;
  given: AnswerInput;
  args: unknown;
}

/** The response event; for a call that is not made, also its result for the model. */
export function buildAnswerEvents(
  request: RequestState,
  author: Author,
  { decision, reason, given: { result, formValues }, args }: Answer,
): NewEvent[] {
  const { requestId, kind, callId, name, form } = request;
  const part = toPart(request);
  const common = {
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
      ? { ...common, kind, ...(formValues && { input: formValues }) }
      : { ...common, kind, ...(result !== undefined && { input: result }) };
  const answer: NewEvent = { kind: "input_answer", body };
  const substitute = toSubstituteResult(kind, decision, reason, result);
  return substitute
    ? [answer, { kind: "tool_result", body: { callId, name, ...substitute, durationMs: 0, ...part } }]
    : [answer];
}

/** The result that the model receives for a rejected call; undefined for one that is made. */
function toSubstituteResult(kind: RequestState["kind"], decision: string, reason: string | undefined, result: unknown) {
  if (kind === "approval" && decision === "respond") return { output: result };
  if (decision !== "reject" || (kind !== "repeat" && kind !== "approval")) return undefined;
  const why = reason ? ` Reason: ${reason}` : "";
  return kind === "repeat"
    ? { error: `This call was interrupted and may have completed. It wasn't retried.${why}` }
    : { error: `This call wasn't approved, so it wasn't made.${why}` };
}
