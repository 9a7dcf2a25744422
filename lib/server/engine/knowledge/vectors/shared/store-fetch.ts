import { parseJson } from "@/lib/utils/json/parse-json";
import { pluralize } from "@/lib/utils/text/pluralize";
import { redact } from "../../../../platform/crypto/redact";
import { outbound as outboundOfUsers } from "../../../../platform/outbound/instance";
import type { Outbound } from "../../../../platform/outbound/outbound";
import { OutboundError } from "../../../../platform/outbound/outbound-error";
import { VectorError, type VectorProblem } from "./failure";

const headersTimeoutMs = 30_000;
/** For a page of 1,000 ids, or a search's matches. */
const limits = { maxBytes: 20 * 1024 * 1024, maxJsonEntries: 200_000 };
const maxMessageChars = 300;

interface Service {
  /** The name for messages. */
  name: string;
  secrets: readonly string[];
  /** Default: the rules for addresses of users. */
  outbound?: Outbound;
  /** The service's message in an error response. */
  findMessage: (body: unknown) => string | undefined;
  /** Error statuses to treat as success, such as 404 for a delete. */
  isAccepted?: (status: number, path: string) => boolean;
}

const statuses: Record<number, readonly [VectorProblem, string]> = {
  401: ["auth", "rejected the API key"],
  402: ["auth", "requires payment"],
  403: ["auth", "doesn't allow this with this API key"],
  404: ["missing", "couldn't find this URL"],
  408: ["timeout", "took too long"],
  413: ["bad_request", "rejected this request as too large"],
  429: ["rate_limit", "is limiting requests"],
  507: ["disk", "has no space left"],
};

const outboundProblems: Record<OutboundError["problem"], VectorProblem> = {
  refused: "refused",
  address: "refused",
  redirect: "refused",
  unreachable: "network",
  timeout: "timeout",
  cut: "network",
  too_large: "bad_request",
};

/** The guarded fetch for clients of vector databases: unsuccessful responses are thrown as VectorErrors. */
export function createStoreFetch(service: Service): typeof fetch {
  const { outbound = outboundOfUsers() } = service;
  const guarded = outbound.fetchWith({ headersTimeoutMs, ...limits });
  return async (input, init = {}) => {
    const response = await guarded(input, { ...init, redirect: "error" }).catch(throwVectorError);
    const path = new URL(response.url).pathname;
    if (response.ok || service.isAccepted?.(response.status, path)) return checkJson(service, response);
    throw await toVectorError(service, response);
  };
}

function throwVectorError(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  throw new VectorError(outboundProblems[error.problem], error.message, { cause: error });
}

/** Validates JSON: another server may respond at the address, with a page of its own. */
async function checkJson({ name }: Service, response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text().catch(throwVectorError);
  if (parseJson(text) !== undefined) return new Response(text, { status, headers });
  throw new VectorError("missing", `The server at this URL isn't ${name}. Check the URL.`);
}

async function toVectorError({ name, secrets, findMessage }: Service, response: Response): Promise<VectorError> {
  const { status } = response;
  const text = await response.text().catch(() => "");
  const [problem, summary] =
    statuses[status] ??
    (status >= 500
      ? (["overloaded", "had an internal error"] as const)
      : (["bad_request", "rejected the request"] as const));
  const detail = tidyMessage(findMessage(parseJson(text)) ?? "", secrets);
  const ending = detail ? `: ${/[.!?…]$/.test(detail) ? detail : `${detail}.`}` : ".";
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"));
  const wait = retryAfterMs ? ` Try again in ${pluralize(Math.ceil(retryAfterMs / 1000), "second")}.` : "";
  return new VectorError(problem, `${name} ${summary} (${status})${ending}${wait}`, { retryAfterMs });
}

function tidyMessage(text: string, secrets: readonly string[]): string {
  const line = redact(text.slice(0, 10_000), secrets)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length <= maxMessageChars ? line : `${[...line].slice(0, maxMessageChars).join("").trimEnd()}…`;
}

function parseRetryAfter(header: string | null): number | undefined {
  if (!header?.trim()) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return ms > 0 ? ms : undefined;
}
