import type { Misfit } from "./work.ts";

export interface CheckJob {
  schema: unknown;
  value: unknown;
  maxSteps: number;
  maxMisfits: number;
}

/** Null: too many steps. */
export type CheckReply = Misfit[] | null;
