import { z } from "zod";

/** A step whose state a resource shows. */
export type CheckedStep =
  | { type: "model"; agentId: string }
  | { type: "agent" }
  /** Paths in the definition, such as `environmentVariables.KEY`. */
  | { type: "secrets"; toolId: string; paths: string[] }
  | { type: "code"; toolId: string }
  /** The number of a revision to apply. */
  | { type: "revision"; toolId: string; number: number }
  | { type: "documents"; datasourceId: string }
  | { type: "variable"; variableId: string }
  | { type: "judge"; testSetId: string };

/** A step that a person marks as done. */
export interface ManualStep {
  type: "manual";
  message: string;
  /** Of the page where it is done, without the team. */
  path: string | null;
  done: boolean;
}

/** What remains to be done after an import, as stored. */
export type ImportStep = CheckedStep | ManualStep;

export const maxImportSteps = 100;

export const importStepView = z.object({
  id: z.string(),
  message: z.string(),
  /** Of the page where it is done, without the team; null: there is none. */
  path: z.string().nullable(),
  done: z.boolean(),
  /** Marked as done by a person. */
  manual: z.boolean(),
});
export type ImportStepView = z.output<typeof importStepView>;
