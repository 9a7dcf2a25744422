import { IsolatedPool } from "../../isolated/isolated-pool";
import { IsolationError } from "../../isolated/isolated-process";
import { singleton } from "../../registry";
import type { SchemaJob, SchemaJobs, SchemaReply } from "./schema-jobs";
import { ToolError } from "./tool-error";

const limits = { timeMs: 15_000, heapMb: 384, running: 3, perTeam: 2, waiting: 100 };

const pool = () =>
  singleton(
    "schemas",
    () => new IsolatedPool<SchemaJob, SchemaReply>("lib/server/tools/kinds/schema-worker.ts", limits),
  );

/**
 * Reads a foreign document in a process of its own: one that was made for it takes any time and memory. Throws a `ToolError` at
 * `field`, or the signal's reason.
 */
export async function readSchemas<Ask extends keyof SchemaJobs>(
  ask: Ask,
  given: SchemaJobs[Ask][0],
  { teamId, signal, field }: { teamId: string; signal: AbortSignal; field: string },
): Promise<SchemaJobs[Ask][1]> {
  const what = ask === "tools" ? "The list of tools" : "The document";
  try {
    const reply = await pool().run(teamId, { ask, given } as SchemaJob, signal);
    if ("problem" in reply) throw new ToolError(reply.problem, { field });
    return reply.result as SchemaJobs[Ask][1];
  } catch (error) {
    if (error instanceof IsolationError) throw new ToolError(`${what} cannot be read: ${error.message}`, { field });
    throw error;
  }
}
