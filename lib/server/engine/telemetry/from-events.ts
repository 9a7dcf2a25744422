import type { LoggedBody, LoggedEvent } from "@/lib/contract/session-events/events";
import type { Measurement } from "../../platform/telemetry/record";
import type { RunRow } from "../runs/lease/lease";
import type { RunEnd } from "../runs/observe/observer";
import { toChatContents, toRetrievalContents, toToolContents } from "./contents";
import { operationDuration, timeToFirstChunk, tokenUsage, toProviderName } from "./conventions";
import { findAgent, listSecrets, type RunState } from "./run-state";
import { type RunSpan, toAgentSpan, toChatSpan, toRetrievalSpan, toRunSpan, toToolSpan } from "./spans";

/** What was found in logged events: finished spans, and measurements of model calls. */
export interface Finding {
  spans: RunSpan[];
  measurements: Measurement[];
}

/**
 * Converts the events of one transaction, in the order of the log, and updates the state with them. `withContents`: a recipient
 * wants them.
 */
export function findInEvents(
  run: RunRow,
  state: RunState,
  events: readonly LoggedEvent[],
  end: RunEnd | undefined,
  withContents: boolean,
): Finding {
  const found: Finding = { spans: [], measurements: [] };
  const secrets = listSecrets(state);
  const contents = <A extends object>(create: () => A): A | Record<string, never> => (withContents ? create() : {});
  let searches: LoggedBody<"retrieval">[] = [];
  let at = Date.now();
  for (const event of events) {
    at = Date.parse(event.at);
    if (event.kind === "step") {
      const { body } = event;
      state.tokens.input += body.inputTokens ?? 0;
      state.tokens.output += body.outputTokens ?? 0;
      found.spans.push({
        ...toChatSpan(run, state, body, at),
        contents: contents(() => toChatContents(body, events, secrets)),
      });
      found.measurements.push(...measureStep(state, body));
    } else if (event.kind === "retrieval") searches.push(event.body);
    else if (event.kind === "tool_result") {
      const { body } = event;
      const call = state.calls.get(body.callId);
      const tool = toToolSpan(run, state, body, at);
      found.spans.push(
        ...searches.map((search, i) => ({
          ...toRetrievalSpan(run, search, body.callId, i, tool.endedAt),
          contents: contents(() => toRetrievalContents(search, secrets)),
        })),
        ...toDelegationSpans(run, state, body, tool),
        { ...tool, contents: contents(() => toToolContents(body, body.changedInput ?? call?.input, secrets)) },
      );
      searches = [];
      state.calls.delete(body.callId);
    } else if (event.kind === "task") found.spans.push(...toTaskSpans(run, state, event.body, at));
  }
  if (end) found.spans.push({ ...toRunSpan(run, state, end, at), contents: {} });
  return found;
}

/** The agent that worked on a delegation, for as long as its call took. */
function toDelegationSpans(
  run: RunRow,
  state: RunState,
  { callId, taskId }: LoggedBody<"tool_result">,
  { startedAt, endedAt, error }: Pick<RunSpan, "startedAt" | "endedAt" | "error">,
): RunSpan[] {
  const part = { taskId, delegation: callId };
  if (!state.calls.get(callId)?.delegates && !findAgent(state, part)) return [];
  return [{ ...toAgentSpan(run, state, part, { startedAt, endedAt }), error, contents: {} }];
}

function toTaskSpans(run: RunRow, state: RunState, body: LoggedBody<"task">, at: number): RunSpan[] {
  if (body.state === "started") {
    const { name, agentId, agentName } = body;
    state.tasks.set(body.taskId, { name, agentId, agentName, startedAt: Date.parse(body.startedAt) });
    return [];
  }
  if (body.state !== "finished" && body.state !== "failed") return [];
  const { taskId } = body;
  // A branch that compares a value calls no model, nor does an iteration.
  const isCalled = state.tasks.has(taskId) || findAgent(state, { taskId }) !== undefined;
  if (body.state === "finished" && (body.taken || body.items !== undefined) && !isCalled) return [];
  const known = state.tasks.get(taskId)?.startedAt ?? findAgent(state, { taskId })?.startedAt ?? at;
  const startedAt = body.state === "finished" ? at - body.durationMs : known;
  const error = body.state === "failed" ? { type: "task_failed", message: body.error } : undefined;
  return [{ ...toAgentSpan(run, state, { taskId }, { startedAt, endedAt: at }), error, contents: {} }];
}

function measureStep(state: RunState, body: LoggedBody<"step">): Measurement[] {
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": toProviderName(body.provider),
    "gen_ai.request.model": findAgent(state, body)?.model ?? body.model,
    "gen_ai.response.model": body.responseModel,
  };
  const duration = { ...attributes, "error.type": body.error === undefined ? undefined : (body.errorType ?? "_OTHER") };
  const tokens = (type: string, value: number | null): Measurement[] =>
    value === null ? [] : [{ histogram: tokenUsage, value, attributes: { ...attributes, "gen_ai.token.type": type } }];
  return [
    { histogram: operationDuration, value: body.durationMs / 1_000, attributes: duration },
    ...(body.ttftMs === null ? [] : [{ histogram: timeToFirstChunk, value: body.ttftMs / 1_000, attributes }]),
    ...tokens("input", body.inputTokens),
    ...tokens("output", body.outputTokens),
  ];
}
