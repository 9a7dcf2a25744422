import type { ChatBody } from "@/lib/contract/openai/schemas";
import { jsonResponse } from "../../../../platform/errors/json-response";
import { toOpenAiBody } from "../../../../platform/errors/openai-error";
import { emptyRequestError, readChatMessages, readInput } from "../request/items";
import { readOptions } from "../request/options";
import { awaitCall, type Context, failedRunError, type OpenCall, openCall } from "../run/call";
import { requireModel } from "../stored/models";
import { followResponse } from "../stream/follow";
import type { ResponseState } from "../stream/response-object";
import { comment, doneText, toData, toEventStream } from "../stream/sse";
import { createChunker, LostTextError, toChatCompletion } from "./completion";

const lostText = "The server was interrupted. Discard the text received so far and send the request again.";

function readItems({ messages, input }: ChatBody) {
  if (messages) return readChatMessages(messages);
  if (input === null || input === undefined) throw emptyRequestError();
  // Some clients send the body of a response.
  return readInput(input);
}

/** Why there is no answer; undefined if there is one. */
function findFailure({ status, error }: ResponseState): string | undefined {
  if (status === "failed") return error?.message ?? "The run failed.";
  return status === "cancelled" ? "The run was canceled." : undefined;
}

/** Runs the app for a list of messages. The run ends when the client leaves. */
export async function completeChat(ctx: Context, body: ChatBody): Promise<Response> {
  const model = requireModel(ctx.publication, body.model);
  const items = readItems(body);
  const options = readOptions({ ...body, format: body.response_format ?? body.text?.format }, items);
  const call = await openCall(ctx, { items, options, model, variables: body.metadata, endsWithClient: true });
  const { part } = call.found;
  const id = `chatcmpl-${part.id.slice("resp_".length)}`;
  const base = { id, created: Math.floor(part.created.getTime() / 1_000), model };
  if (body.stream) return streamChunks(ctx, call, createChunker(base, body.stream_options?.include_usage ?? false));
  await awaitCall(ctx, call, findFailure);
  return jsonResponse(toChatCompletion(base, call.log.state));
}

function streamChunks(
  ctx: Context,
  { found, log, end }: OpenCall,
  chunker: ReturnType<typeof createChunker>,
): Response {
  async function* open(signal: AbortSignal): AsyncGenerator<string> {
    yield toData(chunker.begin());
    for await (const events of followResponse(ctx.publication, found, log, signal)) {
      const chunks = events.flatMap(readChunks).map((chunk) => toData(chunk));
      if (chunks.length > 0 || events.length === 0) yield chunks.join("") || comment;
    }
    const failure = findFailure(log.state);
    if (failure) throw failedRunError(failure);
    for (const chunk of chunker.end(log.state)) yield toData(chunk);
    yield doneText;
  }
  const readChunks = (event: Parameters<typeof chunker.next>[0]): object[] => {
    try {
      return chunker.next(event);
    } catch (error) {
      throw error instanceof LostTextError ? failedRunError(lostText) : error;
    }
  };
  return toEventStream({ open, toError: (error) => toData(toOpenAiBody(error)), onEnd: end, signal: ctx.signal });
}
