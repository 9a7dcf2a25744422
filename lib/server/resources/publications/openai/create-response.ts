import type { ResponseBody } from "@/lib/contract/openai/schemas";
import type { AppError } from "../../../platform/errors/errors";
import { jsonResponse } from "../../../platform/errors/json-response";
import { toOpenAiBody } from "../../../platform/errors/openai-error";
import { emptyRequestError, readInput } from "./request/items";
import { readOptions } from "./request/options";
import { awaitCall, type Context, openCall } from "./run/call";
import { requireModel } from "./stored/models";
import { type FoundResponse, findResponse } from "./stored/responses";
import { followResponse, openLog } from "./stream/follow";
import type { ResponseLog } from "./stream/response-log";
import { comment, doneText, toData, toEventStream } from "./stream/sse";

/** Runs the app, or continues an earlier response. The run goes on when the client leaves, unless it is not to be stored. */
export async function createResponse(ctx: Context, body: ResponseBody): Promise<Response> {
  const caller = ctx.publication;
  const model = requireModel(caller, body.model);
  const { input, previous_response_id: previousId, stream, store, background } = body;
  if (input === null || input === undefined) throw emptyRequestError();
  const items = readInput(input);
  const read = readOptions({ ...body, format: body.text?.format }, items);
  const options = { ...read, background: background ?? false };
  const previous = previousId ? await findResponse(ctx.db, caller, previousId) : undefined;
  const endsWithClient = store === false && !background;
  const call = await openCall(ctx, {
    items,
    options,
    model,
    variables: body.metadata,
    previous,
    endsWithClient,
    isHidden: store === false,
  });
  if (stream) return streamResponse(ctx, call.found, call.log, -1, call.end);
  if (background) {
    call.end();
    return jsonResponse(call.log.toObject());
  }
  await awaitCall(ctx, call);
  return jsonResponse(call.log.toObject());
}

/** Sends the events of a response after a number. */
export function streamResponse(
  ctx: Context,
  found: FoundResponse,
  log: ResponseLog = openLog(ctx.publication, found),
  after = -1,
  onEnd: (end: { error?: AppError; left: boolean }) => void = () => {},
): Response {
  let last = after;
  async function* open(signal: AbortSignal): AsyncGenerator<string> {
    for await (const events of followResponse(ctx.publication, found, log, signal, after)) {
      last = events.at(-1)?.number ?? last;
      const sent = events.map(({ type, number, fields }) => toData({ type, sequence_number: number, ...fields }, type));
      yield sent.join("") || comment;
    }
    yield doneText;
  }
  const toError = (error: AppError): string => {
    const { code, message, param } = toOpenAiBody(error).error;
    // The number of the last event, after which the stream can be resumed.
    return toData({ type: "error", sequence_number: Math.max(last, 0), code, message, param }, "error");
  };
  return toEventStream({ open, toError, onEnd, signal: ctx.signal });
}
