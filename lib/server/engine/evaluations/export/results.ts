import type { CheckResult, Outcome } from "@/lib/contract/testsets/checks";

export interface ExportedAttempt {
  outcome: Outcome;
  reason: string | null;
  answer: string;
  costUsd: number | null;
  durationMs: number | null;
  checks: CheckResult[];
}

export interface ExportedCase {
  _id: string;
  input: string;
  required: boolean;
  attempts: ExportedAttempt[];
}

export interface ExportedEvaluation {
  name: string;
  status: string;
  cases: ExportedCase[];
}

/** Why an attempt did not pass: its own reason, and those of its checks. */
export function listReasons({ reason, checks }: ExportedAttempt): string[] {
  const all = [reason, ...checks.map((check) => check.reason)];
  return [...new Set(all.filter((one) => one !== null))];
}
