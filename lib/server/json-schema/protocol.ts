import type { Misfit } from "./work.ts";

export interface CheckJob {
  schema: unknown;
  value: unknown;
  maxSteps: number;
  maxMisfits: number;
}

/** Null: the check takes too many steps. */
export type CheckReply = Misfit[] | null;
