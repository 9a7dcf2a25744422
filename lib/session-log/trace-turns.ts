import { formatDuration } from "@/lib/utils/text/format-figures";
import { estimate, formatTokens, formatTraceCost, toOptionalFact, toText } from "./trace-facts";
import type { TraceEvent, TraceRow } from "./trace-rows";

export function turnRow(event: TraceEvent<"message">, start: number): TraceRow {
  const { body } = event;
  return {
    key: `${event.seq}`,
    depth: 0,
    kind: "turn",
    title: toText(body.text),
    start,
    duration: 0,
    failed: false,
    facts: [["Sent by", toText(body.authorName)]],
    input: body.text,
    raw: [event],
  };
}

/** Completes a turn with its outcome and the totals of its model calls. */
export function endTurn(
  turn: TraceRow,
  ending: TraceEvent<"status"> | undefined,
  steps: readonly TraceEvent<"step">[],
): void {
  const { runStatus, reason } = ending?.body ?? {};
  turn.failed = runStatus === "error";
  if (ending) turn.raw.push(ending);
  turn.facts.push(["Duration", formatDuration(turn.duration)]);
  if (steps.length > 0) {
    const sum = (name: "inputTokens" | "outputTokens" | "costUsd") => {
      const values = steps.map(({ body }) => body[name]);
      return values.every((value) => typeof value === "number") ? values.reduce((a, b) => a + b, 0) : null;
    };
    const estimated = steps.some(({ body }) => body.estimated === true);
    turn.facts.push(
      ["Model calls", String(steps.length)],
      ["Tokens", estimate(estimated, formatTokens(sum("inputTokens"), sum("outputTokens")))],
      ["Cost", estimate(estimated, formatTraceCost(sum("costUsd")))],
    );
  }
  turn.facts.push(...toOptionalFact("Status", runStatus), ...toOptionalFact("Reason", reason));
}

export function modelRow(event: TraceEvent<"step">, end: number, answer: TraceEvent<"message"> | undefined): TraceRow {
  const { body } = event;
  const duration = body.durationMs;
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "model",
    title: `Model call: ${toText(body.model)}`,
    start: Math.max(0, end - duration),
    duration,
    failed: Boolean(body.error),
    facts: [
      ["Model", toText(body.model)],
      ...toOptionalFact("Provider", body.provider),
      ...toOptionalFact("Agent revision", body.agentRevision),
      ["Duration", formatDuration(duration)],
      ["First token", body.ttftMs === null ? "none" : formatDuration(body.ttftMs)],
      ["Tokens", estimate(body.estimated === true, formatTokens(body.inputTokens, body.outputTokens))],
      ["Cost", estimate(body.estimated === true, formatTraceCost(body.costUsd))],
      ["Finish reason", toText(body.finishReason).replaceAll("-", " ")],
      ...toOptionalFact("Error", body.error),
    ],
    input: body.prompt,
    output: answer?.body.text,
    raw: [event],
  };
}
