import { formatDuration } from "@/lib/utils/text/format-figures";
import { cost, estimate, given, text, tokens } from "./trace-facts";
import type { TraceEvent, TraceRow } from "./trace-rows";

export function turnRow(event: TraceEvent<"message">, start: number): TraceRow {
  const { body } = event;
  return {
    key: `${event.seq}`,
    depth: 0,
    kind: "turn",
    title: text(body.text),
    start,
    duration: 0,
    failed: false,
    facts: [["From", text(body.authorName)]],
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
  turn.facts.push(["Took", formatDuration(turn.duration)]);
  if (steps.length > 0) {
    const sum = (name: "inputTokens" | "outputTokens" | "costUsd") => {
      const values = steps.map(({ body }) => body[name]);
      return values.every((value) => typeof value === "number") ? values.reduce((a, b) => a + b, 0) : null;
    };
    const estimated = steps.some(({ body }) => body.estimated === true);
    turn.facts.push(
      ["Model calls", String(steps.length)],
      ["Tokens", estimate(estimated, tokens(sum("inputTokens"), sum("outputTokens")))],
      ["Cost", estimate(estimated, cost(sum("costUsd")))],
    );
  }
  turn.facts.push(...given("Ended", runStatus), ...given("Reason", reason));
}

export function modelRow(event: TraceEvent<"step">, end: number, answer: TraceEvent<"message"> | undefined): TraceRow {
  const { body } = event;
  const duration = body.durationMs;
  return {
    key: `${event.seq}`,
    depth: 1,
    kind: "model",
    title: `Model call: ${text(body.model)}`,
    start: Math.max(0, end - duration),
    duration,
    failed: Boolean(body.error),
    facts: [
      ["Model", text(body.model)],
      ...given("Provider", body.provider),
      ["Took", formatDuration(duration)],
      ["First token", body.ttftMs === null ? "none" : formatDuration(body.ttftMs)],
      ["Tokens", estimate(body.estimated === true, tokens(body.inputTokens, body.outputTokens))],
      ["Cost", estimate(body.estimated === true, cost(body.costUsd))],
      ["Finished", text(body.finishReason)],
      ...given("Error", body.error),
    ],
    input: body.prompt,
    output: answer?.body.text,
    raw: [event],
  };
}
