import type { Db } from "../../../platform/db/client";
import type { RunRow } from "./lease";

export interface RunLimits {
  /** The provider's inactivity timeout. */
  silenceMs: number;
  wallTimeMs: number;
}

export interface Work {
  db: Db;
  run: RunRow;
  signal: AbortSignal;
  limits: RunLimits;
  /** An earlier attempt may have made progress. */
  resumed: boolean;
  /** Messages streamed by this attempt. */
  streamedIds: string[];
}

export const toEndingContext = ({ run, signal, limits }: Work, secrets: readonly string[]) => ({
  runId: run.id,
  signal,
  secrets,
  wallTimeMs: limits.wallTimeMs,
});
