import type { Db } from "../db/client";
import type { RunRow } from "./lease";

export interface RunLimits {
  /** How long a provider may say nothing. */
  silenceMs: number;
  wallTimeMs: number;
}

/** One attempt at a run. */
export interface Work {
  db: Db;
  run: RunRow;
  signal: AbortSignal;
  limits: RunLimits;
  /** Another attempt may have come some way. */
  resumed: boolean;
  /** Messages whose text went live here. */
  opened: string[];
}

export const endedOf = ({ run, signal, limits }: Work, secrets: readonly string[]) => ({
  ...{ runId: run.id, signal, secrets },
  wallTimeMs: limits.wallTimeMs,
});
