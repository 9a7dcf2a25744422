import { type InputRequests, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { RequestField } from "@/lib/contract/session-events/requests";
import { truncate } from "@/lib/utils/text/truncate";
import { AppError } from "../../../platform/errors/errors";
import { answerPublicationRequest } from "../sessions";
import type { Exchange } from "./exchange";
import type { OpenRequest } from "./open-requests";

const textMax = 10_000;
const reasonMax = 1_000;
const shownArgumentsMax = 4_000;

type Property = Parameters<typeof inputRequired.elicit>[0]["requestedSchema"] extends infer S
  ? S extends { properties: Record<string, infer P> }
    ? P
    : never
  : never;

function toProperty({ type, label, description, options = [] }: RequestField): Property {
  const common = { title: label, ...(description && { description }) };
  if (type === "number") return { ...common, type: "number" };
  if (type === "date") return { ...common, type: "string", format: "date" };
  if (type === "checkbox" && options.length === 0) return { ...common, type: "boolean" };
  if (type === "multiselect" || type === "checkbox")
    return { ...common, type: "array", items: { type: "string", enum: options } };
  if (options.length > 0) return { ...common, type: "string", enum: options };
  return { ...common, type: "string", maxLength: textMax };
}

const toFormSchema = (fields: readonly RequestField[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field)])),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
});

const toDecisionSchema = (title: string) => ({
  type: "object" as const,
  properties: {
    approve: { type: "boolean" as const, title },
    reason: { type: "string" as const, title: "Reason", maxLength: reasonMax },
  },
  required: ["approve"],
});

/** The question, for calls of tools with their arguments; `problem`: of the previous response. */
function toMessage({ kind, text, name, input }: OpenRequest, problem: string | undefined): string {
  const call = kind === "form" ? [] : [`${name}: ${truncate(JSON.stringify(input ?? {}), shownArgumentsMax)}`];
  return [...(problem ? [problem] : []), text, ...call].join("\n\n");
}

/** The requests as forms for the client's user, by their ids. */
export function toInputRequests(
  requests: readonly OpenRequest[],
  problems: ReadonlyMap<string, string> = new Map(),
): InputRequests {
  const entries = requests.map((request) => {
    const { requestId, kind, form } = request;
    const approval = toDecisionSchema(kind === "repeat" ? "Retry the call" : "Approve the call");
    const requestedSchema = form ? toFormSchema(form.fields) : approval;
    const message = toMessage(request, problems.get(requestId));
    return [requestId, inputRequired.elicit({ mode: "form", message, requestedSchema })] as const;
  });
  return Object.fromEntries(entries);
}

type Responses = Readonly<Record<string, unknown>>;

/** A decision on a request; null: the user has not decided. */
function toDecision({ requestId, form }: OpenRequest, responses: Responses) {
  const given = inputResponse(responses, requestId);
  if (given.kind !== "elicit" || given.action === "cancel") return null;
  if (given.action === "decline") return { requestId, decision: "reject" as const };
  const { content = {} } = given;
  if (form) return { requestId, decision: "respond" as const, input: content };
  const reason = typeof content.reason === "string" ? content.reason.slice(0, reasonMax) : undefined;
  return { requestId, decision: content.approve === true ? ("approve" as const) : ("reject" as const), reason };
}

/** Responds to a run's requests as the client's user has. Returns why responses were not accepted, by request. */
export async function answerRequests(
  { db, caller }: Exchange,
  sessionId: string,
  requests: readonly OpenRequest[],
  responses: Responses,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  for (const request of requests) {
    const decision = request.isAskable ? toDecision(request, responses) : null;
    if (!decision) continue;
    try {
      await answerPublicationRequest(db, caller, sessionId, decision);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A conflict: someone else has responded.
      if (error.code === "invalid") problems.set(request.requestId, error.message);
      else if (error.code !== "conflict") throw error;
    }
  }
  return problems;
}

/** Whether the user has put a question off. */
export const isPutOff = (requests: readonly OpenRequest[], responses: Responses): boolean =>
  requests.some(({ requestId }) => {
    const given = inputResponse(responses, requestId);
    return given.kind === "elicit" && given.action === "cancel";
  });
