import { IsolatedPool } from "../../../platform/isolated/isolated-pool";
import { singleton } from "../../../platform/process/registry";
import type { ForeignJob, ForeignReply } from "./shared/foreign";

const limits = { timeMs: 15_000, heapMb: 384, running: 2, perTeam: 1, waiting: 20 };

const pool = () =>
  singleton(
    "foreign-imports",
    () => new IsolatedPool<ForeignJob, ForeignReply>("lib/server/api/import-export/foreign/foreign-worker.ts", limits),
  );

/** Reads files in a separate process. Throws an `IsolationError`, or the signal's reason. */
export const readForeign = (teamId: string, job: ForeignJob, signal: AbortSignal): Promise<ForeignReply> =>
  pool().run(teamId, job, signal);
