import { IsolatedPool } from "../../../../platform/isolated/isolated-pool";
import { IsolationError } from "../../../../platform/isolated/isolated-process";
import { singleton } from "../../../../platform/process/registry";
import { ToolError } from "../shared/tool-error";
import type { SchemaJob, SchemaJobs, SchemaReply } from "./schema-jobs";

const limits = { timeMs: 15_000, heapMb: 384, running: 3, perTeam: 2, waiting: 100 };

const pool = () =>
  singleton(
    "schemas",
    () => new IsolatedPool<SchemaJob, SchemaReply>("lib/server/resources/tools/kinds/schemas/schema-worker.ts", limits),
  );

/**
 * Parses a foreign document in a separate process, because a hostile one may take any time and memory. Throws a `ToolError` at
 * `field`, or the signal's reason.
 */
export async function readSchemas<Ask extends keyof SchemaJobs>(
  ask: Ask,
  given: SchemaJobs[Ask][0],
  { teamId, signal, field }: { teamId: string; signal: AbortSignal; field: string },
): Promise<SchemaJobs[Ask][1]> {
  const what = ask === "tools" ? "The list of functions" : "The document";
  try {
    const reply = await pool().run(teamId, { ask, given } as SchemaJob, signal);
    if ("problem" in reply) throw new ToolError(reply.problem, { field });
    return reply.result as SchemaJobs[Ask][1];
  } catch (error) {
    if (error instanceof IsolationError) throw new ToolError(`${what} can't be read: ${error.message}`, { field });
    throw error;
  }
}
