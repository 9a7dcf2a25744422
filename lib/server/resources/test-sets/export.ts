import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import type { ExportedEvaluation } from "../../engine/evaluations/export/results";

/** An evaluation as its exports show it. An attempt that has not ended is not measured. */
export const toExported = ({
  testset,
  label,
  status,
  cases,
}: Pick<Evaluation, "testset" | "label" | "status" | "cases">): ExportedEvaluation => ({
  name: `${testset.name}: ${label}`,
  status,
  cases: cases.map(({ attempts, ...one }) => ({
    ...one,
    attempts: attempts.map(({ outcome, answer, ...attempt }) => ({
      ...attempt,
      outcome: outcome ?? "not_measured",
      answer: answer ?? "",
    })),
  })),
});
