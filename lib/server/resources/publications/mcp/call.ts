import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { RunRow } from "../../../engine/runs/lease/lease";
import { AppError, notFound } from "../../../platform/errors/errors";
import { limitCalls } from "../limits";
import { endCall, recordCall } from "../log";
import { cancelPublicationRun } from "../sessions";
import { getPublicationSession, startPublicationRun } from "../start";
import { readArguments } from "./arguments";
import { supportsForms, supportsTasks } from "./capabilities";
import { answerRequests, isPutOff, toInputRequests } from "./elicitation";
import type { Exchange } from "./exchange";
import { type FollowedRun, findPublicationRun, followRun, isActive } from "./follow";
import { findOpenRequests } from "./open-requests";
import { toFailure, toLateText, toResult, toWaitingText } from "./outcome";
import { createStateCodec, type PausedCall } from "./paused-call";
import { reportProgress } from "./progress";
import { toCreatedTask } from "./tasks";

/** How long a client that supports tasks waits for a result before it gets a task. */
const taskAfterMs = 5_000;

interface CallParams {
  name: string;
  arguments?: Record<string, unknown> | undefined;
}

type ToolResult = CallToolResult | InputRequiredResult | Result;

/** A run with the entry of its call in the log. */
interface StartedCall extends FollowedRun {
  callId: string;
  /** The user has put a question off: it is not asked again. */
  putOff?: boolean;
  /** Why responses were not accepted, by request. */
  problems?: ReadonlyMap<string, string>;
}

async function startCall({ db, caller, tool, bytes }: Exchange, sent: CallParams["arguments"]): Promise<StartedCall> {
  const { message, sessionId, variables } = readArguments(tool, sent);
  const after = sessionId ? (await getPublicationSession(db, caller, sessionId)).lastSeq : 0;
  const started = await startPublicationRun(db, caller, { sessionId, message, variables, bytes });
  return { ...started, after };
}

/** Continues the run of a call for which the client's user was asked. */
async function continueCall(exchange: Exchange, { runId }: PausedCall, ctx: ServerContext): Promise<StartedCall> {
  const { db, caller } = exchange;
  await limitCalls(caller);
  const found = await findPublicationRun(db, caller, runId);
  if (!found) throw notFound("This session");
  const { run, session } = found;
  const callId = await recordCall(db, caller, "running", { sessionId: session.id, runId });
  const started = { runId, sessionId: session.id, after: session.lastSeq, callId };
  if (run.status !== "waiting") return started;
  const requests = await findOpenRequests(db, run);
  const responses = ctx.mcpReq.inputResponses ?? {};
  const problems = await answerRequests(exchange, session.id, requests, responses);
  return { ...started, problems, putOff: isPutOff(requests, responses) };
}

/** Asks the client's user, if that is possible; otherwise says where a member of the team can respond. */
async function askUser(exchange: Exchange, run: RunRow, call: StartedCall, ctx: ServerContext): Promise<ToolResult> {
  const requests = await findOpenRequests(exchange.db, run);
  const canAsk = supportsForms(ctx) && requests.length > 0 && requests.every(({ isAskable }) => isAskable);
  if (!canAsk || call.putOff) return toFailure(toWaitingText(run, requests));
  const requestState = await createStateCodec(exchange.caller).mint({ runId: run.id }, ctx);
  return inputRequired({ inputRequests: toInputRequests(requests, call.problems), requestState });
}

async function toToolResult(exchange: Exchange, call: StartedCall, ctx: ServerContext): Promise<ToolResult> {
  const { db, caller, maxWaitMs } = exchange;
  const { signal } = ctx.mcpReq;
  const maxMs = supportsTasks(ctx) ? Math.min(taskAfterMs, maxWaitMs) : maxWaitMs;
  await followRun(db, caller, call, { signal, maxMs, onEvent: reportProgress(exchange, ctx) });
  const found = await findPublicationRun(db, caller, call.runId);
  if (!found) throw notFound("This session");
  const { run } = found;
  const status = run.status === "queued" ? "running" : run.status;
  await endCall(db, call.callId, { status, httpStatus: 200, error: run.reason ?? undefined });
  if (isActive(run.status)) return supportsTasks(ctx) ? toCreatedTask(found) : toFailure(toLateText(run));
  return run.status === "waiting" ? askUser(exchange, run, call, ctx) : toResult(exchange, run);
}

/** Cancels the run, but not a later one of its session. */
async function cancelRun({ db, caller }: Exchange, { runId, sessionId }: StartedCall): Promise<void> {
  const found = await findPublicationRun(db, caller, runId);
  if (found && isActive(found.run.status)) await cancelPublicationRun(db, caller, sessionId);
}

/** Waits for a run, and returns its result. A client of the current revision cancels it by closing the connection. */
async function finishCall(exchange: Exchange, call: StartedCall, ctx: ServerContext): Promise<ToolResult> {
  const { db, isModern } = exchange;
  try {
    return await toToolResult(exchange, call, ctx);
  } catch (error) {
    const isGone = ctx.mcpReq.signal.aborted;
    if (isGone && isModern) await cancelRun(exchange, call);
    const status = isGone ? (isModern ? "cancelled" : "running") : "error";
    const message = error instanceof AppError ? error.message : undefined;
    await endCall(db, call.callId, { status, httpStatus: isGone ? 499 : 200, error: message });
    throw error;
  }
}

/** Runs the app. Refusals are results, which models can read. */
export async function callTool(exchange: Exchange, params: CallParams, ctx: ServerContext): Promise<ToolResult> {
  if (params.name !== exchange.tool.definition.name)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This server has no tool with this name.");
  const paused = ctx.mcpReq.requestState<PausedCall>();
  try {
    const call = paused ? await continueCall(exchange, paused, ctx) : await startCall(exchange, params.arguments);
    return await finishCall(exchange, call, ctx);
  } catch (error) {
    if (error instanceof AppError) return toFailure(error.message);
    throw error;
  }
}
