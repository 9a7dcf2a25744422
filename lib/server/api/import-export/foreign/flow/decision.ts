import type { BranchPart } from "../../../../../contract/transfers/branches.ts";
import type { Refer } from "./flow-writer.ts";

/** One way out of a branch. */
export interface DecisionCase {
  way: string;
  name: string;
  description?: string;
  operator?: BranchPart["cases"][number]["operator"];
  value?: string;
}

/** How a branch of the source decides. */
export interface Decision {
  cases: DecisionCase[];
  /** The way out if no case matches; undefined: there is none. */
  otherwise?: string;
  /** How it differs from the source. */
  note?: string;
  /** Of a comparison: the node whose output is compared, or a variable. */
  compares?: { node: string; field: string } | { variable: string; field?: string };
  /** Of a classification: its model in the file, and what the model is told. */
  classifies?: { model: string; write(refer: Refer): string };
}
