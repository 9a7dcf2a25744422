import Ajv from "ajv";
import type { Db } from "../db/client";
import { recordEvents } from "./finish";
import type { StepCall } from "./guards";
import type { RunRow } from "./lease";
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

/** Writes that the calls started, runs them in parallel and writes each result. A failed call is an answer to the model. */
export async function runCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  calls: StepCall[],
  signal: AbortSignal,
): Promise<void> {
  const startedAt = new Date().toISOString();
  await recordEvents(
    db,
    run,
    calls.map(({ id, name, input }) => ({ kind: "tool_call", body: { callId: id, name, input, startedAt } })),
  );
  await Promise.all(
    calls.map(async (call) => {
      const tool = tools.find(({ name }) => name === call.name);
      const started = Date.now();
      const result = await outcome(tool, call, signal);
      signal.throwIfAborted();
      await recordEvents(db, run, [
        {
          kind: "tool_result",
          body: { callId: call.id, name: call.name, ...result, durationMs: Date.now() - started },
        },
      ]);
    }),
  );
}

async function outcome(
  tool: EngineTool | undefined,
  call: StepCall,
  signal: AbortSignal,
): Promise<{ output: unknown } | { error: string }> {
  const wrong = problem(tool, call);
  if (!tool || wrong) return { error: wrong ?? "Unknown tool." };
  try {
    return { output: bounded(await tool.execute(call.input, signal)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message.slice(0, 2_000) : "The tool failed." };
  }
}
