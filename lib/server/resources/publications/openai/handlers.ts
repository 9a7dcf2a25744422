import { openai as contract } from "@/lib/contract/openai/schemas";
import { implement } from "../../../access/calls/implement";
import { jsonResponse } from "../../../platform/errors/json-response";
import { limitCalls } from "../limits";
import { cancelPublicationRun } from "../sessions";
import { completeChat } from "./chat/complete-chat";
import { createResponse, streamResponse } from "./create-response";
import type { Context } from "./run/call";
import { hideResponse } from "./stored/hide";
import { requireModel, viewModel } from "./stored/models";
import { type FoundResponse, findResponse } from "./stored/responses";
import { awaitResponse, openLog, readResponse } from "./stream/follow";

/** A worker ends a cancelled run within moments. */
const cancelMs = 5_000;

/** Cancels the run of a response that has not ended, and waits for its end for a moment. */
async function cancelResponse({ db, publication, signal }: Context, found: FoundResponse): Promise<void> {
  const { part, session, isNewest } = found;
  const isWaiting = session.lastRun?.status === "waiting";
  if (!isNewest || (part.last !== null && !isWaiting)) return;
  await cancelPublicationRun(db, publication, session.id);
  if (part.last !== null) return;
  const until = AbortSignal.any([signal, AbortSignal.timeout(cancelMs)]);
  await awaitResponse(publication, found, openLog(publication, found), until).catch((error: unknown) => {
    if (!until.aborted) throw error;
  });
}

implement(contract, {
  models: async ({ ctx: { publication } }) => {
    await limitCalls(publication);
    return { object: "list" as const, data: [viewModel(publication)] };
  },
  model: async ({ ctx: { publication }, params }) => {
    await limitCalls(publication);
    requireModel(publication, params.openaiModel);
    return viewModel(publication);
  },
  completeChat: ({ ctx, body }) => completeChat(ctx, body),
  createResponse: ({ ctx, body }) => createResponse(ctx, body),
  getResponse: async ({ ctx, params, query }) => {
    const { db, publication } = ctx;
    await limitCalls(publication);
    const found = await findResponse(db, publication, params.responseId);
    if (query.stream === "true") return streamResponse(ctx, found, undefined, query.starting_after);
    return jsonResponse((await readResponse(db, publication, found)).toObject());
  },
  cancelResponse: async ({ ctx, params }) => {
    const { db, publication } = ctx;
    await limitCalls(publication);
    await cancelResponse(ctx, await findResponse(db, publication, params.responseId));
    const found = await findResponse(db, publication, params.responseId);
    return jsonResponse((await readResponse(db, publication, found)).toObject());
  },
  deleteResponse: async ({ ctx, params }) => {
    const { db, publication } = ctx;
    await limitCalls(publication);
    const found = await findResponse(db, publication, params.responseId);
    await cancelResponse(ctx, found);
    await hideResponse(db, found);
    return { id: found.part.id, object: "response" as const, deleted: true as const };
  },
});
