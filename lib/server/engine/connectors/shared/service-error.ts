import { isObject } from "@/lib/utils/json/is-object";
import { ConnectorError } from "./errors";
import { causeOf } from "./failure";

/** Maximum size of an error body. */
const MAX_BODY = 64 * 1024;

/** A service's error response. Each connector's `failureOf` converts it to a message. */
export class ServiceError extends Error {
  /** JSON if it parses, otherwise text. */
  readonly body: unknown;

  constructor(
    readonly status: number,
    readonly headers: Headers,
    text: string,
  ) {
    super(`The service answered ${status}.`);
    this.name = "ServiceError";
    this.body = jsonOf(text) ?? text;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function beginning(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > MAX_BODY) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_BODY).toString("utf8");
}

/** The service error that caused this error, unless it has already been converted. */
export const refusalIn = (error: unknown): ServiceError | undefined =>
  causeOf(error, ConnectorError) ? undefined : causeOf(error, ServiceError);

/** The status of that response, or 0. */
export const statusIn = (error: unknown): number => refusalIn(error)?.status ?? 0;

/** A fetch that throws error responses, so that status, headers and body survive client libraries. */
export const throwing =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    if (answer.ok) return answer;
    throw new ServiceError(answer.status, answer.headers, await beginning(answer));
  };

/** The message in an error's body, wherever services put it. */
export function wordsIn(body: unknown): string {
  if (typeof body === "string") return /^\s*</.test(body) ? "" : body;
  if (!isObject(body)) return "";
  for (const found of [body.error_description, body.message, body.error, body.detail]) {
    if (typeof found === "string" && found) return found;
    if (isObject(found)) return wordsIn(found);
  }
  return "";
}
