import type { PlainDb, PublicationContext } from "../../../../access/calls/implement";
import type { ClientOptions } from "../../../../platform/db/tables/client-options";
import { AppError } from "../../../../platform/errors/errors";
import { maxRequestBytesOf } from "../../limits";
import { cancelPublicationRun } from "../../sessions";
import { countingCall } from "../../within-limits";
import { loadImages } from "../request/images";
import type { Item } from "../request/items";
import { toRunRequest } from "../request/run-request";
import { hideResponse } from "../stored/hide";
import { type FoundResponse, findOwnResponse } from "../stored/responses";
import { awaitResponse, openLog } from "../stream/follow";
import type { ResponseLog } from "../stream/response-log";
import type { ResponseState } from "../stream/response-object";
import { logEnd } from "./log-end";
import { startCall } from "./start";

export type Context = PublicationContext & PlainDb;

interface Sent {
  items: readonly Item[];
  options: ClientOptions;
  model: string;
  variables: Record<string, string> | null | undefined;
  previous?: FoundResponse | undefined;
  /** Whether the run ends when the client leaves, unless it can come back with an Idempotency-Key. */
  endsWithClient: boolean;
  /** The response cannot be read later. */
  isHidden?: boolean;
}

/** A response being made for the client that waits for it. */
export interface OpenCall {
  found: FoundResponse;
  log: ResponseLog;
  /** Call it once, at the end. */
  end: (end?: { error?: AppError; left?: boolean }) => void;
}

/** Starts what a request asks for; with an Idempotency-Key once, and then finds the response of the first call. */
export async function openCall(ctx: Context, sent: Sent): Promise<OpenCall> {
  const { db, publication: caller, request, signal } = ctx;
  const { options, model, previous, endsWithClient } = sent;
  const run = toRunRequest(sent.items);
  const urls = run.images.map(({ url }) => url);
  let isFirst = false;
  const form = { request: run, options, previous, variables: sent.variables ?? undefined };
  const { responseId, callId } = await countingCall(db, caller, { sessionId: previous?.session.id }, async () => {
    const images = await loadImages(urls, maxRequestBytesOf(caller), signal);
    return ctx.startOnce((store) => {
      isFirst = true;
      return startCall(store, caller, { ...form, images });
    });
  });
  let found = await findOwnResponse(db, caller, responseId);
  if (sent.isHidden) {
    await hideResponse(db, found);
    found = await findOwnResponse(db, caller, responseId);
  }
  const log = openLog(caller, found, model);
  const end: OpenCall["end"] = (ended = {}) => {
    if (isFirst) logEnd(db, callId, log, ended);
    if (ended.left && endsWithClient && !request.headers.has("idempotency-key") && !log.isEnded)
      void cancelPublicationRun(db, caller, found.session.id).catch(() => undefined);
  };
  return { found, log, end };
}

/** Clients do not repeat the call: the run has ended, and its calls of tools were made. */
export const failedRunError = (message: string): AppError =>
  new AppError("internal", message, { data: { isFinal: true } });

/** Waits for the end of a response. Throws when `findFailure` says why it cannot be used. */
export async function awaitCall(
  ctx: Context,
  { found, log, end }: OpenCall,
  findFailure: (state: ResponseState) => string | undefined = () => undefined,
): Promise<void> {
  try {
    await awaitResponse(ctx.publication, found, log, ctx.signal);
    const failure = findFailure(log.state);
    if (failure) throw failedRunError(failure);
  } catch (error) {
    end({ left: ctx.signal.aborted, ...(error instanceof AppError && { error }) });
    throw error;
  }
  end();
}
