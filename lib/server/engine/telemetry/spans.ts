import type { LoggedBody } from "@/lib/contract/session-events/events";
import type { Attributes, SpanRecord } from "../../platform/telemetry/record";
import type { RunRow } from "../runs/lease/lease";
import type { RunEnd } from "../runs/observe/observer";
import { toProviderName } from "./conventions";
import { toSpanId, toTraceId } from "./ids";
import { findAgent, type RunState } from "./run-state";

/** A span, and the attributes that only recipients of contents get. */
export interface RunSpan extends SpanRecord {
  contents: Attributes;
}

interface PartBody {
  taskId?: string | undefined;
  delegation?: string | undefined;
}

/** The span of the agent that works on a part: of a delegation, of a task, or the run's own. */
const toParentId = (runId: string, { taskId, delegation }: PartBody): string =>
  delegation ? toSpanId(runId, "delegation", delegation) : taskId ? toSpanId(runId, "task", taskId) : toSpanId(runId);

const toCommon = (run: RunRow, operation: string): Attributes => ({
  "gen_ai.operation.name": operation,
  "gen_ai.conversation.id": run.sessionId,
  "muster.run.id": run.id,
});

export function toChatSpan(
  run: RunRow,
  state: RunState,
  body: LoggedBody<"step">,
  at: number,
): Omit<RunSpan, "contents"> {
  const agent = findAgent(state, body);
  const model = agent?.model ?? body.model;
  return {
    traceId: toTraceId(run.id),
    spanId: toSpanId(run.id, "step", body.stepId),
    parentSpanId: toParentId(run.id, body),
    name: `chat ${model}`,
    kind: "client",
    startedAt: at - body.durationMs,
    endedAt: at,
    attributes: {
      ...toCommon(run, "chat"),
      "gen_ai.provider.name": toProviderName(body.provider),
      "gen_ai.request.model": model,
      "gen_ai.response.model": body.responseModel,
      "gen_ai.response.finish_reasons": [body.finishReason],
      "gen_ai.response.time_to_first_chunk": body.ttftMs === null ? undefined : body.ttftMs / 1_000,
      "gen_ai.usage.input_tokens": body.inputTokens ?? undefined,
      "gen_ai.usage.output_tokens": body.outputTokens ?? undefined,
      "gen_ai.agent.id": agent?.id,
      "gen_ai.agent.name": agent?.name,
      "muster.usage.cost_usd": body.costUsd ?? undefined,
      "muster.usage.estimated": body.estimated,
    },
    error: body.error === undefined ? undefined : { type: body.errorType ?? "_OTHER", message: body.error },
  };
}

export function toToolSpan(run: RunRow, state: RunState, body: LoggedBody<"tool_result">, at: number) {
  const call = state.calls.get(body.callId);
  const startedAt = call?.startedAt ?? at - body.durationMs;
  return {
    traceId: toTraceId(run.id),
    spanId: toSpanId(run.id, "call", body.callId),
    parentSpanId: toParentId(run.id, body),
    name: `execute_tool ${body.name}`,
    kind: "internal" as const,
    startedAt,
    endedAt: Math.min(at, startedAt + body.durationMs),
    attributes: {
      ...toCommon(run, "execute_tool"),
      "gen_ai.tool.name": body.name,
      "gen_ai.tool.type": call?.type ?? "function",
      "gen_ai.tool.call.id": body.callId,
      "gen_ai.agent.id": findAgent(state, body)?.id,
      "gen_ai.agent.name": findAgent(state, body)?.name,
      "muster.tool.id": call?.toolId,
      "muster.tool.revision": body.revision ?? call?.revision,
    },
    error: body.error === undefined ? undefined : { type: "tool_error", message: body.error },
  };
}

/** `index`: of several searches of one call. */
export function toRetrievalSpan(run: RunRow, body: LoggedBody<"retrieval">, callId: string, index: number, at: number) {
  return {
    traceId: toTraceId(run.id),
    spanId: toSpanId(run.id, "retrieval", callId, `${index}`),
    parentSpanId: toSpanId(run.id, "call", callId),
    name: `retrieval ${body.tool}`,
    kind: "internal" as const,
    startedAt: at - Math.round(body.ms.total),
    endedAt: at,
    attributes: {
      ...toCommon(run, "retrieval"),
      "gen_ai.data_source.id": body.passages[0]?.datasourceId,
      "muster.retrieval.passages": body.passages.length,
      "muster.retrieval.dropped": body.dropped.length,
    },
  };
}

/** The work of an agent on a task, or on what another agent delegated. */
export function toAgentSpan(
  run: RunRow,
  state: RunState,
  part: PartBody,
  times: { startedAt: number; endedAt: number },
) {
  const agent = findAgent(state, part);
  const task = state.tasks.get(part.taskId ?? "");
  // Of a delegation that another process has finished, nothing else is known.
  const name = agent?.name ?? (part.delegation ? "agent" : (task?.agentName ?? "agent"));
  return {
    ...times,
    traceId: toTraceId(run.id),
    spanId: toParentId(run.id, part),
    parentSpanId: part.delegation ? toSpanId(run.id, "call", part.delegation) : toSpanId(run.id),
    name: `invoke_agent ${name}`,
    kind: "internal" as const,
    attributes: {
      ...toCommon(run, "invoke_agent"),
      "gen_ai.provider.name": agent && toProviderName(agent.provider),
      "gen_ai.request.model": agent?.model,
      "gen_ai.agent.id": agent?.id ?? (part.delegation ? undefined : task?.agentId),
      "gen_ai.agent.name": name,
      "muster.task.id": part.taskId,
      "muster.task.name": task?.name,
    },
  };
}

/** The whole run: a workflow, or an agent's answer in a chat. */
export function toRunSpan(run: RunRow, state: RunState, { session, status, reason, errorType }: RunEnd, at: number) {
  const isProcess = session.appType === "process";
  const agent = findAgent(state, {});
  const operation = isProcess ? "invoke_workflow" : "invoke_agent";
  const of: Attributes = isProcess
    ? { "gen_ai.workflow.name": session.appName }
    : {
        "gen_ai.provider.name": agent && toProviderName(agent.provider),
        "gen_ai.request.model": agent?.model,
        "gen_ai.agent.id": agent?.id ?? session.agentId ?? undefined,
        "gen_ai.agent.name": agent?.name,
      };
  const isComplete = !state.partial && state.agents.size > 0;
  return {
    traceId: toTraceId(run.id),
    spanId: toSpanId(run.id),
    name: `${operation} ${isProcess ? session.appName : (agent?.name ?? session.appName)}`,
    kind: "internal" as const,
    startedAt: run.dateCreated.getTime(),
    endedAt: at,
    attributes: {
      ...toCommon(run, operation),
      ...of,
      "gen_ai.usage.input_tokens": isComplete ? state.tokens.input : undefined,
      "gen_ai.usage.output_tokens": isComplete ? state.tokens.output : undefined,
      "muster.organization.id": session.orgId,
      "muster.team.id": run.teamId,
      "muster.app.id": session.appId ?? undefined,
      "muster.app.name": session.appName,
      "muster.run.status": status,
      "muster.run.trigger": session.trigger,
    },
    error: status === "completed" ? undefined : { type: errorType ?? "_OTHER", message: reason ?? undefined },
  };
}
