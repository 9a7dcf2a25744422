import { isObject } from "@/lib/utils/json/is-object";
import { parseJson } from "@/lib/utils/json/parse-json";
import { ConnectorError } from "./errors";
import { findCause } from "./failure";

/** Maximum size of an error body. */
const MAX_BODY = 64 * 1024;

/** A service's error response. Each connector's `convertError` converts it to a message. */
export class ServiceError extends Error {
  /** JSON if it parses, otherwise text. */
  readonly body: unknown;

  constructor(
    readonly status: number,
    readonly headers: Headers,
    text: string,
  ) {
    super(`The service responded with status ${status}.`);
    this.name = "ServiceError";
    this.body = parseJson(text) ?? text;
  }
}

async function readBeginning(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > MAX_BODY) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_BODY).toString("utf8");
}

/** The service error that caused this error, unless it has already been converted. */
export const findServiceError = (error: unknown): ServiceError | undefined =>
  findCause(error, ConnectorError) ? undefined : findCause(error, ServiceError);

/** The status of that response, or 0. */
export const getErrorStatus = (error: unknown): number => findServiceError(error)?.status ?? 0;

/** A fetch that throws error responses, so that status, headers and body survive client libraries. */
export const throwOnErrorStatus =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (response.ok) return response;
    throw new ServiceError(response.status, response.headers, await readBeginning(response));
  };

/** The message in an error's body, wherever services put it. */
export function findMessage(body: unknown): string {
  if (typeof body === "string") return /^\s*</.test(body) ? "" : body;
  if (!isObject(body)) return "";
  for (const candidate of [body.error_description, body.message, body.error, body.detail]) {
    if (typeof candidate === "string" && candidate) return candidate;
    if (isObject(candidate)) return findMessage(candidate);
  }
  return "";
}
