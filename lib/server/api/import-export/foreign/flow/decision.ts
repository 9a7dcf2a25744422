import { maxConditions } from "../../../../../constants/limits.ts";
import type { BranchPart } from "../../../../../contract/transfers/branches.ts";
import { asRecord } from "../shared/values.ts";
import type { Refer, Step } from "./step.ts";

export type Operator = BranchPart["cases"][number]["operator"];

/** The output of a node, or a variable. */
export type Compared = { node: string; field: string } | { variable: string; field?: string };

export interface Comparison {
  compares: Compared;
  operator: Operator;
  value: string;
}

/** One way out of a branch. */
export interface DecisionCase {
  way: string;
  name: string;
  /** Of a classification. */
  description?: string;
  /** Of a comparison. */
  conditions?: Comparison[];
  /** Absent: all conditions must match. */
  match?: "any";
}

/** How a branch of the source decides. One of `classifies` and `asks`, or else it compares. */
export interface Decision {
  cases: DecisionCase[];
  /** The way out if no case matches; undefined: there is none. */
  otherwise?: string;
  otherwiseName?: string;
  /** How it differs from the source. */
  note?: string;
  /** Of a classification: its model in the file, and what the model is told. */
  classifies?: { model: string; write(refer: Refer): string };
  asks?: Question;
}

/** What a person is asked. After `minutes`, the flow continues without a response, or ends. */
interface Question {
  write(refer: Refer): string;
  minutes?: number;
  continues?: boolean;
}

/** A person approves or rejects. */
export const toApproval = (question: string, approve: string, reject: string): Decision => ({
  cases: [{ way: approve, name: "Approve" }],
  otherwise: reject,
  otherwiseName: "Reject",
  asks: { write: () => question },
});

/** Whether the output of a node has a field. The whole output is the field without a name. */
export const hasField = ({ work, iteration }: Step, field: string): boolean =>
  field === "" || (!iteration && Object.hasOwn(asRecord(work?.output?.properties), field.split(".", 1)[0] ?? ""));

/** Whether Muster can express conditions. `hasOutput`: whether a node has become a task whose output has the field. */
export const canCompare = (
  conditions: readonly Comparison[],
  hasOutput: (node: string, field: string) => boolean,
): boolean =>
  conditions.length > 0 &&
  conditions.length <= maxConditions + 1 &&
  conditions.every(
    ({ compares, operator, value }) =>
      (value.trim() || operator === "isEmpty" || operator === "isNotEmpty") &&
      ("variable" in compares || hasOutput(compares.node, compares.field)),
  );
