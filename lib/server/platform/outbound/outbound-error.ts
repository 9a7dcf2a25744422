import { AppError } from "@/lib/server/platform/errors/errors";

/**
 * `refused` by the address rules · invalid `address` · `redirect` not followed · `unreachable` · `timeout` before the headers
 * · `cut` off during the response · `too_large`
 */
export type OutboundProblem = "refused" | "address" | "redirect" | "unreachable" | "timeout" | "cut" | "too_large";

/** A call to a user-provided address failed. The message is for that user; the status is 400 unless caught. */
export class OutboundError extends AppError {
  readonly problem: OutboundProblem;
  /** The OUTBOUND_ALLOW entry that would allow the address, if any. */
  readonly allowEntry: string | undefined;

  constructor(problem: OutboundProblem, message: string, extra: { allowEntry?: string; cause?: unknown } = {}) {
    super("invalid", message, { cause: extra.cause });
    this.name = "OutboundError";
    this.problem = problem;
    this.allowEntry = extra.allowEntry;
  }
}

const CODES: Record<string, string> = {
  ECONNREFUSED: "it refused the connection",
  ECONNRESET: "it closed the connection",
  UND_ERR_SOCKET: "it closed the connection",
  EPIPE: "it closed the connection",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name couldn't be resolved",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  ETIMEDOUT: "it didn't respond",
  UND_ERR_CONNECT_TIMEOUT: "it didn't respond",
  UND_ERR_BODY_TIMEOUT: "it stopped sending data",
  EPROTO: "it doesn't support TLS on this port",
};

/** An error with its causes, outermost first. */
export function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && chain.length < 8; at = at instanceof Error ? at.cause : undefined) {
    chain.push(at);
  }
  return chain;
}

function findCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

function describeCode(code: string): string | undefined {
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)) return "its TLS certificate isn't trusted";
  if (code.startsWith("HPE_") || code === "HTTPParserError") return "it didn't return a valid HTTP response";
  if (code.startsWith("ERR_SSL")) return "it doesn't support TLS on this port";
  return CODES[code];
}

/** Converts a connection error to a message about the host; an OutboundError among its causes takes precedence. */
export function toOutboundError(error: unknown, target: string, problem: "unreachable" | "cut"): OutboundError {
  const chain = listCauses(error);
  const known = chain.find((one) => one instanceof OutboundError);
  if (known) return known;
  const why = chain.map((one) => describeCode(findCode(one))).find((text) => text !== undefined);
  const message =
    problem === "cut"
      ? `${target} didn't complete its response${why ? `: ${why}` : ""}.`
      : `Couldn't reach ${target}${why ? `: ${why}` : ""}.`;
  return new OutboundError(problem, message, { cause: error });
}
