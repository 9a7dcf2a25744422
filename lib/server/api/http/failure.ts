import { explainLimit } from "../../access/plans/limit-error";
import { isTransient } from "../../platform/db/connection/is-transient";
import { isLostRace } from "../../platform/db/query/lost-race";
import { fullError, isFullFailure } from "../../platform/disk/disk";
import { AppError, unavailable } from "../../platform/errors/errors";
import { toMcpFailure } from "../../platform/errors/mcp-error";
import { toOauthError } from "../../platform/errors/oauth-error";
import { toOpenAiError } from "../../platform/errors/openai-error";
import { toScimError } from "../../platform/errors/scim-error";
import { log } from "../../platform/log/log";
import { findStoreError } from "../../platform/storage/objects/store-error";
import type { CallLogEntry } from "./calls/call-log";

const unexpectedText = "An unexpected error occurred, please contact support.";
const lostRaceText = "A related resource was changed or deleted in the meantime. Reload and try again.";

const protocols = { "/v1/": "openai", "/scim/": "scim", "/mcp/": "mcp", "/oauth/": "oauth" } as const;

/** The protocol of a path, also of one that no call has, if it is not Muster's. */
export const findProtocol = (pathname: string): CallLogEntry["protocol"] =>
  Object.entries(protocols).find(([start]) => pathname.startsWith(start))?.[1];

/** The response to an error. Internal errors are logged and hidden. */
export async function createFailureResponse(error: unknown, request: Request, entry: CallLogEntry): Promise<Response> {
  if (!(error instanceof AppError) && request.signal.aborted) return new Response(null, { status: 499 });
  const shown = await toShownError(error, entry);
  if (entry.protocol === "mcp") return toMcpFailure(shown, request);
  if (entry.protocol === "oauth") return toOauthError(shown);
  if (entry.protocol === "openai") return toOpenAiError(shown);
  return entry.protocol === "scim" ? toScimError(shown) : shown.toResponse();
}

async function toShownError(error: unknown, { protocol: _, ...entry }: CallLogEntry): Promise<AppError> {
  if (error instanceof AppError) return explainLimit(error, entry.accountId).catch(() => error);
  const refused = findStoreError(error);
  if (refused) {
    log().error({ err: error, ...entry }, "file storage failed");
    return refused.toAppError();
  }
  if (isFullFailure(error)) {
    log().error({ err: error, ...entry }, "the disk is full");
    return fullError();
  }
  const lost = isLostRace(error);
  if (!lost && isTransient(error)) {
    log().warn({ err: error, ...entry }, "the database is unavailable");
    return unavailable(error);
  }
  log()[lost ? "info" : "error"]({ err: error, ...entry }, "call failed");
  return lost ? new AppError("conflict", lostRaceText) : new AppError("internal", unexpectedText);
}
