import Ajv from "ajv";
import type { Db } from "../db/client";
import { recordEvents } from "./finish";
import type { StepCall } from "./guards";
import type { RunRow } from "./lease";
import { orAborted } from "./patience";
import type { EngineTool } from "./tools";

const resultMost = 60_000;
const ajv = new Ajv({ strict: false, allErrors: true });

function problem(tool: EngineTool | undefined, call: StepCall): string | undefined {
  if (!tool) return `There is no tool named ${call.name}.`;
  if (call.invalid) return call.invalid;
  const check = ajv.compile(tool.parameters);
  return check(call.input) ? undefined : `The arguments do not fit: ${ajv.errorsText(check.errors)}.`;
}

function bounded(output: unknown): unknown {
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  return text.length <= resultMost ? (output ?? null) : `${text.slice(0, resultMost)}… (cut)`;
}

/** Runs calls that the log says have started, in parallel, and writes each result. A failed call is an answer to the model. */
export async function runCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  calls: StepCall[],
  signal: AbortSignal,
): Promise<void> {
  const settled = await Promise.allSettled(calls.map((call) => runCall(db, run, tools, call, signal)));
  for (const result of settled) if (result.status === "rejected") throw result.reason;
}

async function runCall(db: Db, run: RunRow, tools: EngineTool[], call: StepCall, signal: AbortSignal): Promise<void> {
  const { id: callId, name } = call;
  const started = Date.now();
  const result = await outcome(
    tools.find((tool) => tool.name === name),
    call,
    signal,
  );
  signal.throwIfAborted();
  const body = { callId, name, ...result, durationMs: Date.now() - started };
  await recordEvents(db, run, { events: [{ kind: "tool_result", body }] });
}

async function outcome(
  tool: EngineTool | undefined,
  call: StepCall,
  signal: AbortSignal,
): Promise<{ output: unknown } | { error: string }> {
  const wrong = problem(tool, call);
  if (!tool || wrong) return { error: wrong ?? "Unknown tool." };
  try {
    return { output: bounded(await orAborted(tool.execute(call.input, signal), signal)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message.slice(0, 2_000) : "The tool failed." };
  }
}
