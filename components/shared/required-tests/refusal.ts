import type { ApiError } from "@/lib/api/api-error";

export interface RefusedTest {
  _id: string;
  input: string;
  reason: string | null;
  testset: string;
}

/** Why required tests prevent a change from being applied or rolled out. */
export interface Refusal {
  message: string;
  evaluationId: string | undefined;
  failed: RefusedTest[];
  notMeasured: RefusedTest[];
  /** The tests are still running; the change is applied once they pass. */
  pending: boolean | undefined;
}

const toTests = (value: unknown): RefusedTest[] => (Array.isArray(value) ? (value as RefusedTest[]) : []);

/** Reads the error of a call that applies something; undefined: it has another cause. */
export function parseRefusal({ code, message, data }: ApiError): Refusal | undefined {
  const { evaluationId, failed, notMeasured, pending } = data;
  if (code !== "conflict" || (evaluationId === undefined && failed === undefined)) return undefined;
  return {
    message,
    evaluationId: typeof evaluationId === "string" ? evaluationId : undefined,
    failed: toTests(failed),
    notMeasured: toTests(notMeasured),
    pending: typeof pending === "boolean" ? pending : undefined,
  };
}
