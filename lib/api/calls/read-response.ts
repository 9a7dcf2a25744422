import { errorText } from "@/lib/constants/errors";
import { type ErrorBody, isErrorCode } from "@/lib/contract/base/error";
import { isObject } from "@/lib/utils/json/is-object";
import { ApiError } from "../api-error";

/** Returns the JSON of a response. Throws an ApiError if it is not JSON. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const { status } = response;
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json"))
    throw new ApiError(errorText.notJson, "not_json", { status });
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    throw new ApiError(errorText.invalidJson, "invalid_json", { status });
  }
}

/** Returns the failure that a response describes, or null. */
export function toFailure(response: Response, body: Record<string, unknown>): ErrorBody | null {
  if (!("error" in body) && response.ok) return null;
  // A body with a known code is the server's own error, of the contract's shape.
  if (typeof body.error === "string" && isErrorCode(body.code)) return body as ErrorBody;
  const error = typeof body.error === "string" && body.error ? body.error : errorText.notJson;
  return { error, code: response.status === 404 ? "not_found" : "internal" };
}

export function toApiError(failure: ErrorBody, response: Response, redirected: boolean): ApiError {
  const { error, code, issues, permission, usedBy, redirect: _, ...data } = failure;
  const retryAfter = Number(response.headers.get("retry-after")) || undefined;
  return new ApiError(error, code, {
    status: response.status,
    issues,
    permission,
    usedBy,
    retryAfter,
    redirected,
    data,
  });
}
