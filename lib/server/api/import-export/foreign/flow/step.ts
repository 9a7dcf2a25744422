import type { Part } from "../shared/part.ts";
import type { Decision } from "./decision.ts";
import type { InnerNode, Iteration } from "./iterations.ts";

/** Names the output of another node in a prompt, or undefined if it has none here. */
export type Refer = (id: string) => string | undefined;

/** What a node that calls a model does. */
export interface Work {
  role: string;
  /** The system prompt and what the model is asked. */
  write: (refer: Refer) => { instructions: string; message: string };
  model?: string | undefined;
  tools?: string[];
  maxIterations?: number;
  /** Whether the model gets the user's message in the source, also after other models. */
  asksMessage?: boolean;
  /** A JSON Schema of the output. */
  output?: Record<string, unknown> | undefined;
  /** How it differs from the source. */
  note?: string;
}

/** What the result of a flow is called in the source, and how it differs. */
interface Result {
  name: "result" | "answer" | "reply";
  note?: string;
}

export interface Step extends InnerNode {
  label: string;
  part: Part;
  work?: Work;
  /** For a branch that Muster can express. */
  decision?: Decision;
  /** For a node that returns what the flow results in. */
  result?: Result;
}

export type DecisionStep = Step & { decision: Decision };
export const hasDecision = (step: Step): step is DecisionStep => step.decision !== undefined;
export type IterationStep = Step & { iteration: Iteration };
export const hasItems = (step: Step): step is IterationStep => step.iteration !== undefined;
export type WorkStep = Step & { work: Work };
export const hasWork = (step: Step): step is WorkStep => step.work !== undefined;
export type ResultStep = Step & { result: Result };
export const hasResult = (step: Step): step is ResultStep => step.result !== undefined;
