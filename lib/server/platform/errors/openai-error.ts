import type { AppError } from "./errors";
import { jsonResponse } from "./json-response";

const types: Record<number, [type: string, code: string | null]> = {
  401: ["invalid_request_error", "invalid_api_key"],
  403: ["permission_error", "forbidden"],
  404: ["invalid_request_error", "not_found"],
  409: ["conflict_error", "conflict"],
  413: ["invalid_request_error", "request_too_large"],
  429: ["rate_limit_error", "rate_limit_exceeded"],
};

/** Both the type and the code of what OpenAI returns to who has no credit left. */
const outOfBudget = "insufficient_quota";

/** A run that has failed: its model or its tools did, and not this server. */
const failedRunStatus = 502;

/** The status that is sent for an error. */
export const toOpenAiStatus = ({ status, extra }: AppError): number => (extra.data?.isFinal ? failedRunStatus : status);

/** The body of an error as OpenAI's API sends it. */
export function toOpenAiBody({ status, message, extra: { data, issues } }: AppError) {
  const [type, code] = types[status] ?? [status >= 500 ? "server_error" : "invalid_request_error", null];
  const shown = data?.openAiCode === outOfBudget ? outOfBudget : type;
  return { error: { message, type: shown, param: issues?.[0]?.path || null, code: data?.openAiCode ?? code } };
}

/** The error with a request's headers; `x-should-retry: false` keeps OpenAI's clients from repeating the call. */
export function toOpenAiError(error: AppError): Response {
  const { extra } = error;
  const status = toOpenAiStatus(error);
  const retryAfter = extra.retryAfter && { "retry-after": String(Math.ceil(extra.retryAfter)) };
  const isFinal = status === 409 || extra.data?.isFinal === true || extra.data?.openAiCode === outOfBudget;
  const headers = {
    ...retryAfter,
    ...(isFinal && { "x-should-retry": "false" }),
    ...(status === 401 && { "www-authenticate": "Bearer" }),
  };
  return jsonResponse(toOpenAiBody(error), { status, headers });
}
