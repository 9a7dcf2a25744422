import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AppError } from "../../../platform/errors/errors";
import { endCall } from "../log";
import { cancelPublicationRun } from "../sessions";
import { getPublicationSession, startPublicationRun } from "../start";
import { readArguments } from "./arguments";
import type { Exchange } from "./exchange";
import { type FollowedRun, findPublicationRun, followRun } from "./follow";
import { toFailure, toLateResult, toResult, toWaitingResult } from "./outcome";
import { reportProgress } from "./progress";

interface CallParams {
  name: string;
  arguments?: Record<string, unknown> | undefined;
}

/** A run with the entry of its call in the log. */
interface StartedCall extends FollowedRun {
  callId: string;
}

async function startCall({ db, caller, tool, bytes }: Exchange, sent: CallParams["arguments"]): Promise<StartedCall> {
  const { message, sessionId, variables } = readArguments(tool, sent);
  const after = sessionId ? (await getPublicationSession(db, caller, sessionId)).lastSeq : 0;
  const started = await startPublicationRun(db, caller, { sessionId, message, variables, bytes });
  return { ...started, after };
}

/** Waits for a run, and returns its result. A client that closes the connection cancels it. */
async function finishCall(exchange: Exchange, call: StartedCall, ctx: ServerContext): Promise<CallToolResult> {
  const { db, caller, isModern, maxWaitMs } = exchange;
  const { signal } = ctx.mcpReq;
  try {
    const onEvent = reportProgress(exchange, ctx);
    const state = await followRun(db, caller, call, { signal, maxMs: maxWaitMs, onEvent });
    const found = await findPublicationRun(db, caller, call.runId);
    if (!found) throw new AppError("not_found", "The session was deleted.");
    const { run } = found;
    if (state === "late") {
      await endCall(db, call.callId, { status: "running", httpStatus: 200 });
      return toLateResult(run);
    }
    const result = run.status === "waiting" ? toWaitingResult(run, []) : await toResult(exchange, run);
    const status = run.status === "queued" ? "running" : run.status;
    await endCall(db, call.callId, { status, httpStatus: 200, error: run.reason ?? undefined });
    return result;
  } catch (error) {
    const isGone = signal.aborted;
    if (isGone && isModern) await cancelPublicationRun(db, caller, call.sessionId);
    const status = isGone ? (isModern ? "cancelled" : "running") : "error";
    const message = error instanceof AppError ? error.message : undefined;
    await endCall(db, call.callId, { status, httpStatus: isGone ? 499 : 200, error: message });
    throw error;
  }
}

/** Runs the app. Refusals are results, which models can read. */
export async function callTool(exchange: Exchange, params: CallParams, ctx: ServerContext): Promise<CallToolResult> {
  if (params.name !== exchange.tool.definition.name)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This server has no tool with this name.");
  try {
    return await finishCall(exchange, await startCall(exchange, params.arguments), ctx);
  } catch (error) {
    if (error instanceof AppError) return toFailure(error.message);
    throw error;
  }
}
